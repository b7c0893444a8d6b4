import { CanaryProblem, type CanaryRun } from "@jetwire/protocol";
import type { Metrics } from "@jetwire/runtime";

/** Metrics of canary messages. */
export interface CanaryMetrics {
  ended(run: CanaryRun): void;
}

/** Upper bounds, seconds; a message that takes longer is lost. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8];

/** Creates the metrics; every series exists from the start. */
export function createCanaryMetrics(registry: Metrics): CanaryMetrics {
  const seconds = registry.histogram({
    name: "jetwire_canary_seconds",
    help: "Time from the sending of a canary message until it was stored, and delivered to a feed",
    labelNames: ["end"],
    buckets,
  });
  const runs = registry.counter({
    name: "jetwire_canary_runs_total",
    help: "Canary messages by result",
    labelNames: ["result"],
  });
  const last = registry.gauge({
    name: "jetwire_canary_last_success_seconds",
    help: "Unix time of the last canary message that was stored and delivered, or of the start",
  });
  for (const result of ["ok", ...CanaryProblem.options]) runs.inc({ result }, 0);
  for (const end of ["stored", "delivered"]) seconds.zero({ end });
  last.set(Date.now() / 1_000);
  return {
    ended({ problem, storedMs, deliveredMs }) {
      runs.inc({ result: problem ?? "ok" });
      if (problem === null) last.set(Date.now() / 1_000);
      if (storedMs !== null) seconds.observe({ end: "stored" }, storedMs / 1_000);
      if (deliveredMs !== null) seconds.observe({ end: "delivered" }, deliveredMs / 1_000);
    },
  };
}
