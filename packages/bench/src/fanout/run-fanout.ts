import { type BenchReport, benchDocument, printReport } from "./bench-report.ts";
import { readEnvironment } from "./environment.ts";
import {
  fanoutHelp,
  type FanoutBench,
  type FanoutOptions,
  parseFanoutOptions,
} from "./fanout-options.ts";
import { runFirehose } from "./firehose.ts";
import { runGateways } from "./gateways.ts";
import { runHostile } from "./hostile.ts";
import { runIdle } from "./idle.ts";
import { runRooms } from "./rooms.ts";
import { openWorld, type World } from "./world.ts";

const benches: Readonly<
  Record<FanoutBench, (world: World, options: FanoutOptions) => Promise<BenchReport>>
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
  if (parsed.outcome === "help") {
    process.stdout.write(fanoutHelp());
    return 0;
  }
  if (parsed.outcome === "refused") {
    process.stderr.write(`${parsed.message}\n\n${fanoutHelp()}`);
    return 2;
  }
  const { bench, options } = parsed;
  await using world = await openWorld();
  const run = { bench, options, environment: await readEnvironment(world.newPlace()) };
  const report = await benches[bench](world, options);
  if (options.json)
    process.stdout.write(`${JSON.stringify(benchDocument(run, report), null, 2)}\n`);
  else printReport(run, report);
  return 0;
}
