import { type BenchReport, benchDocument, printReport } from "./measure/bench-report.ts";
import { readEnvironment } from "./measure/environment.ts";
import {
  fanoutHelp,
  type FanoutBench,
  type FanoutOptions,
  parseFanoutOptions,
} from "./fanout-options.ts";
import { runFirehose } from "./benches/firehose.ts";
import { runGateways } from "./benches/gateways.ts";
import { runHostile } from "./benches/hostile.ts";
import { runIdle } from "./benches/idle.ts";
import { runRooms } from "./benches/rooms.ts";
import { startBenchServers, type BenchServers } from "./bench-servers.ts";

const benches: Readonly<
  Record<FanoutBench, (servers: BenchServers, options: FanoutOptions) => Promise<BenchReport>>
> = {
  firehose: runFirehose,
  idle: runIdle,
  rooms: runRooms,
  gateways: runGateways,
  hostile: runHostile,
};

/** Runs the bench that a command line asks for. @returns the process' exit code. */
export async function runFanout(args: readonly string[]): Promise<number> {
  const parsed = parseFanoutOptions(args);
  if (parsed.result === "help") {
    process.stdout.write(fanoutHelp());
    return 0;
  }
  if (parsed.result === "refused") {
    process.stderr.write(`${parsed.message}\n\n${fanoutHelp()}`);
    return 2;
  }
  const { bench, options } = parsed;
  await using servers = await startBenchServers();
  const run = { bench, options, environment: await readEnvironment(servers.newScope()) };
  const report = await benches[bench](servers, options);
  if (options.json)
    process.stdout.write(`${JSON.stringify(benchDocument(run, report), null, 2)}\n`);
  else printReport(run, report);
  return 0;
}
