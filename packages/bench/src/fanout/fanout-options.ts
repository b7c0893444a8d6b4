import { type Command, parseOptions, wholeNumber } from "@jetwire/command-line";
import { z } from "zod";

export type FanoutBench = "firehose" | "idle" | "rooms" | "gateways" | "hostile" | "reconnects";

const Options = z.object({
  json: z.boolean().default(false),
  sockets: wholeNumber(1, 18_000),
  seconds: wholeNumber(1, 600),
  rounds: wholeNumber(1, 50),
  rate: wholeNumber(1, 100_000),
  tickMs: wholeNumber(1, 5_000),
});
/** The size of a benchmark; `seconds` is the length of each measured stretch, `rate` is per second. */
export type FanoutOptions = Readonly<z.infer<typeof Options>>;

interface Description {
  readonly text: string;
  readonly sockets: number;
  readonly rate: number;
  readonly tickMs: number;
}

const benches: Readonly<Record<FanoutBench, Description>> = {
  firehose: {
    text: "the sampled stream to many sockets of one gateway, beside Socket.IO with its stock Redis adapter, bare ws, and one prepared write per socket",
    sockets: 1_000,
    rate: 200,
    tickMs: 50,
  },
  idle: {
    text: "CPU of a gateway whose clients watch none of the traffic",
    sockets: 200,
    rate: 5_000,
    tickMs: 50,
  },
  rooms: {
    text: "monitors of a popular station, and presence with many watchers, beside stock Socket.IO",
    sockets: 1_000,
    rate: 40,
    tickMs: 250,
  },
  gateways: {
    text: "1, 2 and 4 gateways; CPU of Redis as gateways without interested clients are added",
    sockets: 250,
    rate: 200,
    tickMs: 50,
  },
  hostile: {
    text: "100 clients that do not read, among healthy ones",
    sockets: 500,
    rate: 500,
    tickMs: 50,
  },
  reconnects: {
    text: "a gateway is killed, and its clients reconnect to another one that has 500, beside Socket.IO with its stock Redis adapter",
    sockets: 10_000,
    rate: 10,
    tickMs: 50,
  },
};

/** Adds a command for each fan-out benchmark, which calls `run` with its options. */
export function addFanoutBenches(
  program: Command,
  run: (bench: FanoutBench, options: FanoutOptions) => Promise<void>,
): void {
  for (const [name, { text, sockets, rate, tickMs }] of Object.entries(benches)) {
    program
      .command(name)
      .description(text)
      .option("--sockets <n>", "clients (gateways: per gateway)", String(sockets))
      .option("--seconds <n>", "length of each measured stretch", "10")
      .option("--rounds <n>", "rounds, contestants in turn; medians are shown", "5")
      .option("--rate <n>", "messages per second", String(rate))
      .option("--tick-ms <n>", "messages are sent together every so many ms", String(tickMs))
      .option("--json", "print one JSON document (use npm run --silent)")
      .action(async (given: Record<string, unknown>) => {
        await run(name as FanoutBench, parseOptions(Options, given));
      });
  }
}
