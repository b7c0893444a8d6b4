import type { Command } from "@jetwire/command-line";
import type { Answering, Call } from "../command.ts";
import { examineInstance } from "../doctor/measure.ts";
import { doctorFindingsOf, reportText } from "../doctor/text.ts";

const examples = `
Accounts for every message that was offered to ingest, checks each stream, process and server, and
reports problems with a remedy for each. The exit code is 1 if there is a problem. With DATABASE_URL
and REDIS_URL, it reads what processes report about themselves: one that was killed is missing after
15 seconds.

While messages flow, the accounting takes a few seconds.

Examples:
  jetwire doctor
  jetwire doctor --json | jq .accounting.sum.unaccounted`;

export function addDoctorCommand(program: Command, answering: Answering): void {
  program
    .command("doctor")
    .description("Report problems and how to solve them")
    .addHelpText("after", examples)
    .action(answering(run));
}

async function run(call: Call) {
  const report = await examineInstance(call.servers());
  const wrong = doctorFindingsOf(report);
  return {
    value: { ok: wrong.length === 0, wrong, ...report },
    text: reportText(report, wrong),
    exitCode: wrong.length === 0 ? 0 : 1,
  };
}
