import { cpus } from "node:os";
import { lostOf, type Step } from "./step.ts";
import type { Section } from "../report.ts";

/** Returns the figures of the steps as tables. */
export function pipelineSections(steps: readonly Step[]): Section[] {
  const names = [...new Set(steps.flatMap((step) => [...step.cpuMicros.keys()]))];
  return [
    {
      name: "steps",
      heading: `pipeline: UDP datagram → Postgres and → feed client, everything on ${cpus().length} cores`,
      rows: [
        [
          "offered/s",
          "sent",
          "stored",
          "delivered",
          "dup",
          "limited",
          "kernel drops",
          "lost",
          "drained after",
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
          lostOf(step),
          `${step.drainSeconds.toFixed(1)} s`,
          step.feed.p50,
          step.feed.p99,
          step.feed.max,
        ]),
      ],
      figures: steps.map(({ cpuMicros: _micros, ...step }) => ({ ...step, lost: lostOf(step) })),
    },
    {
      name: "cpuMicrosPerMessage",
      heading: "CPU microseconds a message, by process",
      chart: { parts: names },
      rows: [
        ["offered/s", ...names, "in all"],
        ...steps.map((step) => [
          String(step.rate),
          ...names.map((name) => (step.cpuMicros.get(name) ?? 0).toFixed(0)),
          [...step.cpuMicros.values()].reduce((sum, each) => sum + each, 0).toFixed(0),
        ]),
      ],
      figures: steps.map(({ rate, cpuMicros }) => ({ rate, ...Object.fromEntries(cpuMicros) })),
    },
  ];
}
