import { Command, number, parseOptions, wholeNumber } from "@jetwire/command-line";
import { parseFeedTarget } from "@jetwire/feeder";
import { z } from "zod";

const description = [
  "Simulates a network of feeder stations: stations in several places, each with its own decoder program, receive the same airframes and send what their program would print. Every ident begins with SIM-.",
  "The simulator sends until it is interrupted and then prints what it sent. With --print it writes to standard output instead.",
].join("\n\n");

const examples = `
A station sends by the transport that its decoder program uses: UDP (acarsdec, vdlm2dec, dumpvdl2, JAERO, SatDump), TCP
(dumphfdl, iridium-toolkit, acars_router) or HTTP (airframes-client). If that transport has no target, it uses another one.

Examples:
  node packages/simulator/src/main.ts --print 5 --seed 7
  node packages/simulator/src/main.ts --to udp://127.0.0.1:5550 --to tcp://127.0.0.1:5590 --rate 50
  node packages/simulator/src/main.ts --to http://127.0.0.1:8082/v1/ingest --gzip --junk 0`;

const target = z.string().transform((text, context) => {
  const parsed = parseFeedTarget(text);
  if (parsed !== null) return parsed;
  const allowed = "udp://host:port, tcp://host:port or http://host:port/v1/ingest";
  context.addIssue(`must be ${allowed}, not ${text}`);
  return z.NEVER;
});

const Options = z
  .object({
    to: z.array(target).default([]),
    gzip: z.boolean().default(false),
    rate: number(0.01, 100_000),
    stations: wholeNumber(1, 5_000),
    airframes: wholeNumber(1, 50_000).optional(),
    seed: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
    junk: number(0, 0.5),
    print: wholeNumber(1, 100_000_000).optional(),
    start: z
      .string()
      .transform((text) => Date.parse(text))
      .refine((ms) => !Number.isNaN(ms), "must be an ISO 8601 time")
      .optional(),
  })
  .refine(({ to, print }) => to.length > 0 || print !== undefined, "--to or --print is required");
export type SimulatorOptions = z.infer<typeof Options>;

/** Returns the simulator's command line, which calls `run` with the options. */
export function createSimulatorCommand(run: (options: SimulatorOptions) => Promise<void>): Command {
  return new Command("simulator")
    .description(description)
    .option("--to <url>", "target: udp://, tcp:// or http://; one of each may be given", collect)
    .option("--gzip", "compress HTTP posts")
    .option("--rate <n>", "receptions per second of all stations together", "20")
    .option("--stations <n>", "number of stations; 24 have every set-up once", "24")
    .option("--airframes <n>", "number of airframes (default: five per station)")
    .option(
      "--seed <n>",
      "the same seed gives the same traffic (default: a new one, which is printed)",
    )
    .option("--junk <share>", "share of lines that no decoder should send, 0 to 0.5", "0.01")
    .option("--print <lines>", "write this many lines to standard output, then exit")
    .option("--start <time>", "ISO 8601 time at which printed traffic begins (default: now)")
    .addHelpText("after", examples)
    .action(async (given: Record<string, unknown>) => await run(parseOptions(Options, given)));
}

function collect(url: string, urls: readonly string[] = []): string[] {
  return [...urls, url];
}
