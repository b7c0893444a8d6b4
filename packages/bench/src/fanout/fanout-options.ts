import { parseArgs } from "node:util";

export const fanoutBenches = ["firehose", "idle", "rooms", "gateways", "hostile"] as const;
export type FanoutBench = (typeof fanoutBenches)[number];

/** How a bench is to be run. */
export interface FanoutOptions {
  readonly json: boolean;
  readonly sockets: number;
  /** Length of each measured stretch. */
  readonly seconds: number;
  readonly rounds: number;
  /** Messages a second. */
  readonly rate: number;
  readonly tickMs: number;
}

type Numbers = Omit<FanoutOptions, "json">;

/** What each bench does when it isn't told. */
const defaults: Readonly<Record<FanoutBench, Numbers>> = {
  firehose: { sockets: 1_000, seconds: 10, rounds: 5, rate: 200, tickMs: 50 },
  idle: { sockets: 200, seconds: 10, rounds: 5, rate: 5_000, tickMs: 50 },
  rooms: { sockets: 1_000, seconds: 10, rounds: 5, rate: 40, tickMs: 250 },
  gateways: { sockets: 250, seconds: 10, rounds: 5, rate: 200, tickMs: 50 },
  hostile: { sockets: 500, seconds: 10, rounds: 5, rate: 500, tickMs: 50 },
};

/** More than this the machine's file descriptors and ports don't bear, or nobody would wait for. */
const most: Numbers = { sockets: 18_000, seconds: 600, rounds: 50, rate: 100_000, tickMs: 5_000 };

export type ParsedOptions =
  | { readonly result: "run"; readonly bench: FanoutBench; readonly options: FanoutOptions }
  | { readonly result: "help" }
  | { readonly result: "refused"; readonly message: string };

export function isFanoutBench(name: string | undefined): name is FanoutBench {
  return fanoutBenches.some((bench) => bench === name);
}

/** Reads a command line whose first word is one of the benches here. */
export function parseFanoutOptions(args: readonly string[]): ParsedOptions {
  const [bench, ...rest] = args;
  if (!isFanoutBench(bench)) return refuse(`'${bench ?? ""}' is no bench of fan-out`);
  let values;
  try {
    ({ values } = parseArgs({
      args: rest,
      options: {
        json: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
        sockets: { type: "string" },
        seconds: { type: "string" },
        rounds: { type: "string" },
        rate: { type: "string" },
        "tick-ms": { type: "string" },
      },
    }));
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  if (values.help) return { result: "help" };
  const given = { ...values, tickMs: values["tick-ms"] };
  const numbers: Record<keyof Numbers, number> = { ...defaults[bench] };
  for (const [name, max] of Object.entries(most) as [keyof Numbers, number][]) {
    const text = given[name];
    if (text === undefined) continue;
    const number = Number(text);
    if (!Number.isInteger(number) || number < 1 || number > max) {
      const option = name === "tickMs" ? "--tick-ms" : `--${name}`;
      return refuse(`${option}: '${text}' is not a whole number from 1 to ${max}`);
    }
    numbers[name] = number;
  }
  return { result: "run", bench, options: { json: values.json, ...numbers } };
}

function refuse(message: string): ParsedOptions {
  return { result: "refused", message };
}

/** How to ask for a bench, with its own defaults. */
export function fanoutHelp(): string {
  const rows = fanoutBenches.map((bench) => {
    const { sockets, seconds, rounds, rate, tickMs } = defaults[bench];
    return `  ${bench.padEnd(9)} ${[sockets, seconds, rounds, rate, tickMs].map((n) => String(n).padStart(8)).join(" ")}`;
  });
  return `Usage: npm run bench -- firehose|idle|rooms|gateways|hostile [options]

  firehose  the sampled stream to many sockets of one gateway, beside Socket.IO with its stock Redis
            adapter, bare ws, and one prepared write a socket: the least that Node can do
  idle      CPU of a gateway whose clients watch none of the traffic
  rooms     a popular station's monitors, and presence with many watchers, beside stock
  gateways  1, 2 and 4 gateways; Redis' CPU as gateways are added that aren't interested
  hostile   100 clients that don't read, among healthy ones

Options:
  --sockets N  clients (gateways: of each gateway)
  --seconds N  how long each measured stretch lasts
  --rounds N   rounds, contestants in turn; medians are shown
  --rate N     messages a second
  --tick-ms N  they are sent by the tick
  --json       one JSON document on stdout, nothing else (with npm run --silent)
  --help       this text

Defaults:   ${["sockets", "seconds", "rounds", "rate", "tick-ms"].map((name) => name.padStart(8)).join(" ")}
${rows.join("\n")}
`;
}
