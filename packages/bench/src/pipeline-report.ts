import { cpus } from "node:os";
import type { Step } from "./pipeline.ts";
import { printTable } from "./report.ts";

/** Prints what the steps came to, and which of them the pipeline carried. */
export function printSteps(steps: readonly Step[]): void {
  process.stdout.write(
    `\npipeline: UDP datagram → Postgres and → feed client, everything on ${cpus().length} cores\n`,
  );
  printTable([
    [
      "offered/s",
      "sent",
      "stored",
      "delivered",
      "dup",
      "limited",
      "kernel drops",
      "lost",
      "settled after",
      "p50 ms",
      "p99 ms",
      "max ms",
    ],
    ...steps.map((step) => [
      `${Math.round(step.sent / step.seconds)}`,
      step.sent,
      step.stored,
      step.delivered,
      step.duplicates,
      step.limited,
      step.kernelDrops,
      step.sent - step.stored - step.duplicates - step.limited - step.kernelDrops,
      `${step.settleSeconds.toFixed(1)} s`,
      step.feed.p50,
      step.feed.p99,
      step.feed.max,
    ]),
  ]);
  process.stdout.write("\nCPU microseconds a message, by process\n");
  const names = [...new Set(steps.flatMap((step) => [...step.cpuMicros.keys()]))];
  printTable([
    ["offered/s", ...names, "in all"],
    ...steps.map((step) => [
      String(step.rate),
      ...names.map((name) => (step.cpuMicros.get(name) ?? 0).toFixed(0)),
      [...step.cpuMicros.values()].reduce((sum, each) => sum + each, 0).toFixed(0),
    ]),
  ]);
}
