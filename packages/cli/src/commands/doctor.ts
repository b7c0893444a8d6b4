import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import type { Answering, Call } from "../command.ts";
import { examineInstance } from "../doctor/measure.ts";
import { doctorFindingsOf, reportText } from "../doctor/text.ts";
import { watchServers } from "../doctor/watch.ts";

const secondsMax = 3_600;
const Options = z.object({
  for: z.coerce.number().min(0).max(secondsMax).optional(),
  except: z.string().default(""),
});

const examples = `
Accounts for every message that was offered to ingest, checks each stream, process and server, and
reports problems with a remedy for each. The exit code is 1 if there is a problem. With DATABASE_URL
and REDIS_URL, it reads what processes report about themselves: one that was killed is missing after
15 seconds.

While messages flow, the accounting takes a few seconds.

With --for it does not account, but waits until no critical check has failed for so many seconds, and a test message
has arrived; the exit code is 1 if that takes 45 s longer. 0 looks once. An upgrade uses it after each step.

Examples:
  jetwire doctor
  jetwire doctor --for 30 --except feeders,postgres-disk
  jetwire doctor --json | jq .accounting.sum.unaccounted`;

export function addDoctorCommand(program: Command, answering: Answering): void {
  program
    .command("doctor")
    .description("Report problems and how to solve them")
    .option("--for <seconds>", "wait until the service has been well for so long")
    .option("--except <checks>", "names of checks that do not count for it, comma-separated")
    .addHelpText("after", examples)
    .action(answering(run));
}

async function run(call: Call) {
  const { for: seconds, except } = call.options(Options);
  if (seconds !== undefined) return await watch(call, seconds, except);
  const report = await examineInstance(call.servers());
  const wrong = doctorFindingsOf(report);
  return {
    value: { ok: wrong.length === 0, wrong, ...report },
    text: reportText(report, wrong),
    exitCode: wrong.length === 0 ? 0 : 1,
  };
}

async function watch(call: Call, seconds: number, except: string) {
  const names = except.split(",").filter((name) => name !== "");
  const wrong = await watchServers(call.servers(), { forMs: seconds * 1_000, except: names });
  const texts = wrong.map(({ check, what, todo }) => `✗ ${check}: ${what}\n  → ${todo}`);
  return {
    value: { ok: wrong.length === 0, wrong },
    text: wrong.length === 0 ? "No critical check fails." : texts.join("\n"),
    exitCode: wrong.length === 0 ? 0 : 1,
  };
}
