import type { Canary, CanaryProblem, CanaryRun, ServiceProblem } from "@jetwire/protocol";

/** The age of the last result from which on nobody seems to send canary messages. */
const silentMsMax = 60_000;
/** Failures in a row that are a problem; a deployment may cost one. */
const failuresMax = 3;

const problemTexts: Readonly<Record<CanaryProblem, string>> = {
  unprepared: "no test message can be sent, because Postgres does not answer",
  "not-accepted": "ingest does not accept test messages",
  "not-delivered": "test messages do not arrive at the client of a feed",
  "not-stored": "test messages are not stored in time",
};

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

/** Returns what canary messages say is wrong. */
export function canaryProblems(runs: readonly CanaryRun[], nowMs: number): ServiceProblem[] {
  const [newest] = runs;
  if (newest === undefined) return [];
  const silentMs = nowMs - Date.parse(newest.sentAt);
  if (silentMs > silentMsMax) {
    const reason = `No test message was sent for ${Math.round(silentMs / 1_000)} s`;
    return [{ part: "canary", reason }];
  }
  const last = runs.slice(0, failuresMax);
  if (last.length < failuresMax || last.some(({ problem }) => problem === null)) return [];
  const reason = `The last ${failuresMax} test messages failed: ${problemTexts[newest.problem ?? "not-delivered"]}`;
  return [{ part: "canary", reason }];
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
