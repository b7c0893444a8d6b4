import type { Command } from "@jetwire/command-line";
import type { Answering } from "../command.ts";
import { runChore } from "./chores-run.ts";
import { listChores } from "./chores-list.ts";

const listExamples = `
Times are in UTC.

Examples:
  jetwire chores
  jetwire chores --json | jq '.[] | select(.failures > 0)'`;

const runExamples = `
The chores service runs the job after its present one. Every job may run at any time. The exit code is
1 if the job failed or did not finish in time.

Examples:
  jetwire chores run compute-eligibility
  jetwire chores run drop-expired --wait 300`;

export function addChoresCommands(program: Command, answering: Answering): void {
  const chores = program.command("chores").description("Manage scheduled jobs");
  chores
    .command("list", { isDefault: true })
    .description("List jobs with their last and next run")
    .addHelpText("after", listExamples)
    .action(answering(listChores));
  chores
    .command("run")
    .argument("<job>", "name of the job in the list")
    .option("--wait <seconds>", "Seconds to wait for the job, 1 to 600 (default: 60)")
    .description("Run a job now")
    .addHelpText("after", runExamples)
    .action(answering(runChore));
}
