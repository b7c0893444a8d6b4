import type { Canary, CanaryRun } from "@jetwire/protocol";

/**
 * Sums up the results of the last canary messages; null if none were sent.
 *
 * @param runs newest first
 */
export function canaryOf(runs: readonly CanaryRun[]): Canary | null {
  const [newest] = runs;
  if (newest === undefined) return null;
  return {
    sentAt: newest.sentAt,
    failed: newest.problem,
    storedAt: lastArrival(runs, "storedMs"),
    deliveredAt: lastArrival(runs, "deliveredMs"),
    storedMs: percentilesOf(runs, "storedMs"),
    deliveredMs: percentilesOf(runs, "deliveredMs"),
  };
}

function lastArrival(runs: readonly CanaryRun[], end: "storedMs" | "deliveredMs"): string | null {
  const run = runs.find((one) => one[end] !== null);
  if (run === undefined) return null;
  return new Date(Date.parse(run.sentAt) + (run[end] ?? 0)).toISOString();
}

function percentilesOf(runs: readonly CanaryRun[], end: "storedMs" | "deliveredMs") {
  const times = runs.flatMap((run) => run[end] ?? []).toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
  return times.length === 0 ? null : { p50: at(0.5), p99: at(0.99) };
}
