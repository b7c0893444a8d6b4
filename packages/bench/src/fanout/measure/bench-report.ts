import { printTable, type Table } from "../../report.ts";
import { type BenchEnvironment, loadAverage } from "./environment.ts";
import type { FanoutBench, FanoutOptions } from "../fanout-options.ts";

/** A wanted figure and the measured one. */
export interface Target {
  readonly what: string;
  readonly wanted: string;
  readonly measured: string;
  readonly met: boolean;
}

/** Result of a benchmark, for people and for programs. */
export interface BenchReport {
  readonly tables: readonly Table[];
  readonly targets: readonly Target[];
  /** Members of the JSON document. */
  readonly figures: Readonly<Record<string, unknown>>;
}

export interface Run {
  readonly bench: FanoutBench;
  readonly options: FanoutOptions;
  readonly environment: BenchEnvironment;
}

/** Logs progress to stderr, because stdout is for the result. */
export function logProgress(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Returns one document with the figures and everything needed to interpret them. */
export function benchDocument({ bench, options, environment }: Run, report: BenchReport): object {
  const { json: _json, ...parameters } = options;
  return {
    bench,
    at: new Date().toISOString(),
    environment: { ...environment, loadAverageAfter: loadAverage() },
    parameters,
    ...report.figures,
    tables: report.tables,
    targets: report.targets,
  };
}

export function printReport({ bench, options, environment }: Run, report: BenchReport): void {
  const { sockets, seconds, rounds, rate, tickMs } = options;
  const { node, socketIo, redisAdapter, ws, redis, cpu, cores, seed } = environment;
  process.stdout.write(
    `\n${bench}: ${sockets} sockets, ${rate} messages/s in ticks of ${tickMs} ms, ` +
      `medians of ${rounds} rounds of ${seconds} s, contestants in turn\n` +
      `Node ${node}, socket.io ${socketIo}, redis-adapter ${redisAdapter}, ws ${ws}, Redis ${redis}; ` +
      `${cores} × ${cpu}; seed ${seed}; load average ${environment.loadAverage} before, ` +
      `${loadAverage()} after\n`,
  );
  for (const { heading, rows } of report.tables) {
    process.stdout.write(`\n${heading}\n`);
    printTable(rows);
  }
  if (report.targets.length === 0) return;
  process.stdout.write("\n");
  printTable([
    ["", "wanted", "measured", ""],
    ...report.targets.map(({ what, wanted, measured, met }) => [
      what,
      wanted,
      measured,
      met ? "met" : "MISSED",
    ]),
  ]);
}
