import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { identCharsMax } from "@jetwire/protocol";
import type { Answering, Call, CommandOutput } from "../command.ts";
import { CliError } from "../cli-error.ts";
import { examineInstance } from "../doctor/measure.ts";
import { measurePublic } from "../doctor/public/measure-public.ts";
import { reportPublic } from "../doctor/public/public-report.ts";
import { doctorFindingsOf, reportText } from "../doctor/text.ts";
import { watchServers } from "../doctor/watch.ts";

const secondsMax = 3_600;
const Options = z.object({
  for: z.coerce.number().min(0).max(secondsMax).optional(),
  except: z.string().default(""),
  public: z.string().optional(),
  ident: z.string().min(1).max(identCharsMax).optional(),
  httpPort: z.coerce.number().int().min(1).max(65_535).optional(),
  timeout: z.coerce.number().min(1).max(60).default(5),
});

type Options = z.infer<typeof Options>;

const examples = `
Accounts for every message that was offered to ingest, checks each stream, process and server, and
reports problems with a remedy for each. The exit code is 1 if there is a problem. With DATABASE_URL
and REDIS_URL, it reads what processes report about themselves: one that was killed is missing after
15 seconds.

While messages flow, the accounting takes a few seconds.

With --for it does not account, but waits until no critical check has failed for so many seconds, and a test message
has arrived; the exit code is 1 if that takes 45 s longer. 0 looks once. An upgrade uses it after each step.

With --public it looks at a service as strangers come to it, from any machine and without servers or a key: DNS, certificate,
page, status, Socket.IO, and the ports that the service names to feeders. Warnings do not change the exit code. Run it on a machine
elsewhere: on the host itself, or in its network, firewalls and routers are not passed. What it sends to ingest is not stored.

UDP has no answer. With --ident it sends a message of that station to each port, as a feeder does, and asks the service how
many have arrived, which takes half a minute, or some minutes if a port is closed. The messages are stored, and the station is public: choose
an ident that nothing else uses.

Examples:
  jetwire doctor
  jetwire doctor --for 30 --except feeders,postgres-disk
  jetwire doctor --json | jq .accounting.sum.unaccounted
  jetwire doctor --public https://jetwire.example.org
  jetwire doctor --public jetwire.example.org --ident MY-TEST --json`;

export function addDoctorCommand(program: Command, answering: Answering): void {
  program
    .command("doctor")
    .description("Report problems and how to solve them")
    .option("--for <seconds>", "wait until the service has been well for so long")
    .option("--except <checks>", "names of checks that do not count for it, comma-separated")
    .option("--public <address>", "look at the service with this address from outside")
    .option("--ident <ident>", "with --public: station whose test messages are sent to each port")
    .option(
      "--http-port <port>",
      "with --public: port that leads to HTTPS (default: 80 beside 443)",
    )
    .option("--timeout <seconds>", "with --public: the longest wait for each answer (default: 5)")
    .addHelpText("after", examples)
    .action(answering(run));
}

async function run(call: Call) {
  const options = call.options(Options);
  if (options.public !== undefined) return await lookFromOutside(options.public, options);
  const { for: seconds, except } = options;
  if (seconds !== undefined) return await watch(call, seconds, except);
  const report = await examineInstance(call.servers());
  const wrong = doctorFindingsOf(report);
  return {
    value: { ok: wrong.length === 0, wrong, ...report },
    text: reportText(report, wrong),
    exitCode: wrong.length === 0 ? 0 : 1,
  };
}

async function lookFromOutside(
  address: string,
  { ident, httpPort, timeout }: Options,
): Promise<CommandOutput> {
  const written = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url === null || url.username !== "" || url.password !== "") {
    throw new CliError(
      "usage",
      "--public must be the address of a service, for example https://jetwire.example.org",
    );
  }
  const plainPort = httpPort ?? (url.protocol === "https:" && url.port === "" ? 80 : null);
  return reportPublic(
    await measurePublic({ url, plainPort, ident: ident ?? null, msMax: timeout * 1_000 }),
  );
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
