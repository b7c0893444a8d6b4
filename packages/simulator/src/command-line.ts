import { parseArgs } from "node:util";
import type { Targets } from "./run-network.ts";
import { parseHostPort } from "./senders/target.ts";

export type Command =
  | { readonly command: "help" }
  | { readonly command: "wrong"; readonly reasons: readonly string[] }
  | ({ readonly command: "print"; readonly lines: number; readonly startMs: number } & Settings)
  | ({ readonly command: "run"; readonly targets: Targets; readonly gzip: boolean } & Settings);

interface Settings {
  readonly seed: number;
  readonly stations: number;
  readonly aircraft: number;
  readonly ratePerSecond: number;
  readonly junkShare: number;
}

export const HELP = `A feeder network that isn't there: stations in several places, each with a decoder of its own,
hear the same aircraft and send what their program would print. Every ident begins with SIM-.

  node packages/simulator/src/main.ts [targets] [options]

Targets: at least one, unless --print is given
  --udp HOST:PORT    one datagram per line: acarsdec, vdlm2dec, dumpvdl2, JAERO, SatDump
  --tcp HOST:PORT    newline-delimited JSON: dumphfdl, iridium-toolkit, acars_router
  --http URL         batches of newline-delimited JSON: stations behind airframes-client
                     A station whose own way has no target takes another one that has.
  --gzip             compress what is posted

Options
  --rate N           receptions per second of all stations together (20)
  --stations N       24 have every set-up there is once (24)
  --aircraft N       (five per station)
  --seed N           the same seed tells the same story (a new one each time, and said)
  --junk SHARE       0 to 0.5: lines that no decoder should send (0.01)
  --print N          write N lines to standard output, as fast as they come, and end
  --start ISO-TIME   when the printed story begins; with --seed, the same bytes each time (now)
  --help

Examples
  node packages/simulator/src/main.ts --print 5 --seed 7
  node packages/simulator/src/main.ts --udp 127.0.0.1:5550 --tcp 127.0.0.1:5590 --rate 50
  node packages/simulator/src/main.ts --http http://127.0.0.1:8082/v1/ingest --gzip --junk 0

It runs until it is interrupted, then says what was sent.
`;

const OPTIONS = {
  udp: { type: "string" },
  tcp: { type: "string" },
  http: { type: "string" },
  gzip: { type: "boolean" },
  rate: { type: "string" },
  stations: { type: "string" },
  aircraft: { type: "string" },
  seed: { type: "string" },
  junk: { type: "string" },
  print: { type: "string" },
  start: { type: "string" },
  help: { type: "boolean" },
} as const;

/** Reads the arguments; all that is wrong with them is said together. `newSeed` stands in for --seed. */
export function readCommandLine(
  args: readonly string[],
  defaults: { newSeed: number; nowMs: number },
): Command {
  const parsed = parseOptions(args);
  if (parsed instanceof Error) return { command: "wrong", reasons: [parsed.message] };
  return parsed.help === true ? { command: "help" } : commandOf(parsed, defaults);
}

function commandOf(parsed: Parsed, defaults: { newSeed: number; nowMs: number }): Command {
  const reasons: string[] = [];
  function number(
    name: "rate" | "stations" | "aircraft" | "seed" | "junk" | "print",
    range: Range,
  ) {
    const text = parsed[name];
    if (text === undefined) return undefined;
    const value = text.trim() === "" ? Number.NaN : Number(text);
    const fits =
      value >= range.from && value <= range.to && (!range.whole || Number.isInteger(value));
    if (!fits) reasons.push(`--${name} ${text}: must be ${describe(range)}`);
    return value;
  }
  const stations = number("stations", { from: 1, to: 5_000, whole: true }) ?? 24;
  const settings: Settings = {
    seed: number("seed", { from: 0, to: Number.MAX_SAFE_INTEGER, whole: true }) ?? defaults.newSeed,
    stations,
    aircraft: number("aircraft", { from: 1, to: 50_000, whole: true }) ?? stations * 5,
    ratePerSecond: number("rate", { from: 0.01, to: 100_000, whole: false }) ?? 20,
    junkShare: number("junk", { from: 0, to: 0.5, whole: false }) ?? 0.01,
  };
  const lines = number("print", { from: 1, to: 100_000_000, whole: true });
  const targets = readTargets(parsed, reasons);
  const startMs = parsed.start === undefined ? defaults.nowMs : Date.parse(parsed.start);
  if (Number.isNaN(startMs)) reasons.push(`--start ${parsed.start}: not a time`);
  if (lines === undefined && Object.keys(targets).length === 0 && reasons.length === 0) {
    reasons.push("no target: give --udp, --tcp or --http, or --print to look at the lines");
  }
  if (reasons.length > 0) return { command: "wrong", reasons };
  if (lines !== undefined) return { command: "print", lines, startMs, ...settings };
  return { command: "run", targets, gzip: parsed.gzip ?? false, ...settings };
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly whole: boolean;
}

type Parsed = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];

function parseOptions(args: readonly string[]): Parsed | Error {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    return error instanceof Error ? error : new Error("unreadable arguments", { cause: error });
  }
}

function readTargets(parsed: Parsed, reasons: string[]): Targets {
  const targets: { -readonly [Name in keyof Targets]: Targets[Name] } = {};
  for (const name of ["udp", "tcp"] as const) {
    const text = parsed[name];
    if (text === undefined) continue;
    const target = parseHostPort(text);
    if (target === null) reasons.push(`--${name} ${text}: must be HOST:PORT`);
    else targets[name] = target;
  }
  if (parsed.http !== undefined) {
    if (/^https?:$/.test(URL.parse(parsed.http)?.protocol ?? "")) targets.http = parsed.http;
    else reasons.push(`--http ${parsed.http}: must be an http or https URL`);
  }
  return targets;
}

function describe(range: Range): string {
  return `${range.whole ? "a whole number" : "a number"} from ${range.from} to ${range.to}`;
}
