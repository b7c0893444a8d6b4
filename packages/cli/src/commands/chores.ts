import type { Command } from "@jetwire/command-line";
import type { Answering } from "../command.ts";
import { runChore } from "./chores-run.ts";
import { listChores } from "./chores-states.ts";

const listExamples = `
When each job is due comes from the queue, how it went last from Postgres; times are in UTC.

Examples:
  jetwire chores
  jetwire chores --json | jq '.[] | select(.failures > 0)'`;

const runExamples = `
The chores service does it, after what it is doing. Every job may be run at any time: it does what is
left to do. Exit code 0 when it was done, 1 when it failed or wasn't done in time.

Examples:
  jetwire chores run compute-eligibility
  jetwire chores run drop-expired --wait 300`;

export function addChoresCommands(program: Command, answering: Answering): void {
  const chores = program.command("chores").description("scheduled jobs and how they go");
  chores
    .command("list", { isDefault: true })
    .description("list every job: when it ran, what it did, when it is due")
    .addHelpText("after", listExamples)
    .action(answering(listChores));
  chores
    .command("run")
    .argument("<job>", "its name in the list")
    .option("--wait <seconds>", "how long to wait for it (default: 60)")
    .description("run a job now")
    .addHelpText("after", runExamples)
    .action(answering(runChore));
}
