import { startBenchServers, type BenchServers } from "./bench-servers.ts";
import { runFirehose } from "./benches/firehose.ts";
import { runGateways } from "./benches/gateways.ts";
import { runHostile } from "./benches/hostile.ts";
import { runIdle } from "./benches/idle.ts";
import { runReconnects } from "./benches/reconnects.ts";
import { runRooms } from "./benches/rooms.ts";
import type { FanoutBench, FanoutOptions } from "./fanout-options.ts";
import { type BenchReport, benchDocument, printReport } from "./measure/bench-report.ts";
import { readEnvironment } from "./measure/environment.ts";

const benches: Readonly<
  Record<FanoutBench, (servers: BenchServers, options: FanoutOptions) => Promise<BenchReport>>
> = {
  firehose: runFirehose,
  idle: runIdle,
  rooms: runRooms,
  gateways: runGateways,
  hostile: runHostile,
  reconnects: runReconnects,
};

/** Runs a fan-out benchmark on servers of its own and prints the report. */
export async function runFanout(bench: FanoutBench, options: FanoutOptions): Promise<void> {
  await using servers = await startBenchServers();
  const run = { bench, options, environment: await readEnvironment(servers.newScope()) };
  const report = await benches[bench](servers, options);
  if (!options.json) printReport(run, report);
  else process.stdout.write(`${JSON.stringify(benchDocument(run, report), null, 2)}\n`);
}
