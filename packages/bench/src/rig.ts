import { mkdtemp } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { type Command, parseOptions, wholeNumber } from "@jetwire/command-line";
import { type InjectedFault, runSlice, type SliceResult } from "@jetwire/testbed";
import { z } from "zod";
import { printTable } from "./report.ts";

const description =
  "Runs all services in two replicas as real processes, under load and planned faults: processes killed and stopped, links cut, refused, frozen and slowed, Redis and Postgres killed, emptied, out of memory and read-only. Compares the ledgers of feeders, clients and followers with Postgres. Prints each fault and what showed that it fired. The exit code is 1 if anything is violated; data, logs and ledgers then stay.";

const Options = z.object({
  json: z.boolean().default(false),
  minutes: z.coerce.number<string>().positive().max(60),
  seed: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  meanSeconds: wholeNumber(1, 600),
});
type RigOptions = z.infer<typeof Options>;

/** Adds the command `rig`. */
export function addRigBench(program: Command): void {
  program
    .command("rig")
    .summary("all services in two replicas under planned faults: nothing lost in silence")
    .description(description)
    .option("--minutes <n>", "how long faults are injected", "8")
    .option("--seed <n>", "makes the same plan of faults again", "20261122")
    .option("--mean-seconds <n>", "mean time between two faults", "7")
    .option("--json", "print one JSON document instead of tables (use npm run --silent)")
    .action(async (given: Record<string, unknown>) => run(parseOptions(Options, given)));
}

async function run({ json, minutes, seed, meanSeconds }: RigOptions): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), "jetwire-rig-"));
  const began = performance.now();
  const log = (line: string) => {
    const seconds = String(Math.round((performance.now() - began) / 1_000)).padStart(4);
    process.stderr.write(`${seconds} s  ${line}\n`);
  };
  const result = await runSlice({
    seed,
    forMs: minutes * 60_000,
    meanMs: meanSeconds * 1_000,
    dir,
    log,
  });
  const isClean = Object.values(result.violations).every((count) => count === 0);
  const versions = { Node: process.version, ...result.versions };
  const environment = { versions, loadAverage: loadavg()[0] };
  const seconds = Math.round((performance.now() - began) / 1_000);
  if (json) {
    const parameters = { minutes, seed, meanSeconds };
    process.stdout.write(
      `${JSON.stringify({ bench: "rig", environment, parameters, seconds, ...result })}\n`,
    );
  } else {
    process.stdout.write(
      `seed ${seed}, ${minutes} minutes (${seconds} s in all), ${versionsText(versions)}, load average ${environment.loadAverage}\n\n`,
    );
    print(result);
    if (!isClean) process.stdout.write(`\nviolated; data, logs and ledgers are in ${dir}\n`);
  }
  if (!isClean) process.exitCode = 1;
}

function print({ faults, violations, figures, examples, endings, isCaughtUp }: SliceResult): void {
  const fired = faults.filter(({ proof }) => proof !== null).length;
  printTable([
    ["fault", "injected", "fired"],
    ...countByKind(faults),
    ["all", faults.length, fired],
  ]);
  process.stdout.write("\n");
  printTable([["figure", "count"], ...Object.entries(figures)]);
  process.stdout.write("\n");
  printTable([["violation", "count"], ...Object.entries(violations)]);
  process.stdout.write(`\neverything at its reader in time: ${isCaughtUp ? "yes" : "no"}\n`);
  if (endings.length > 0) process.stdout.write(`ended by themselves: ${endings.join(", ")}\n`);
  for (const example of examples) process.stdout.write(`${example}\n`);
}

function versionsText(versions: Readonly<Record<string, string>>): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(", ");
}

function countByKind(faults: readonly InjectedFault[]): [string, number, number][] {
  const counts = new Map<string, [number, number]>();
  for (const { kind, proof } of faults) {
    const [injected, fired] = counts.get(kind) ?? [0, 0];
    counts.set(kind, [injected + 1, fired + (proof === null ? 0 : 1)]);
  }
  return [...counts].map(([kind, [injected, fired]]) => [kind, injected, fired]);
}
