import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import {
  type FaultReport,
  type FollowedFault,
  followFaults,
  type HealthFacts,
  isDue,
  judge,
} from "@jetwire/health";
import { every, type Logger } from "@jetwire/runtime";
import type { ChoresConfig } from "../config.ts";
import { runQuery } from "../run-query.ts";

/** The parts that watch the health of the service. */
export interface HealthWatch {
  readonly database: Database;
  /** Measures the service as the status and the overview do. */
  readonly measure: () => Promise<HealthFacts>;
  /** Notifies operators of a change. */
  readonly notify: (report: FaultReport) => Promise<void>;
  /** Called after each measurement with whether users are affected, or will be soon. */
  readonly onMeasured: (isCritical: boolean) => void;
  readonly log: Logger;
}

/** The longest time between two measurements, ms. */
const lookMsMax = 10_000;
/** A warning can wait longer than a critical fault. */
const warningFactor = 4;
const hourMs = 3_600_000;

/**
 * Measures the health of the service until aborted, and has operators notified of faults that last, that still last after
 * hours, and that have ended. Any number of processes measure; one of them at a time notifies.
 */
export async function watchHealth(
  config: Pick<ChoresConfig, "HEALTH_ALERT_SECONDS" | "HEALTH_ALERT_REPEAT_HOURS">,
  { database, measure, notify, onMeasured, log }: HealthWatch,
  signal: AbortSignal,
): Promise<void> {
  const criticalMs = config.HEALTH_ALERT_SECONDS * 1_000;
  const limits = {
    lastsMs: { critical: criticalMs, warning: criticalMs * warningFactor },
    repeatMs: config.HEALTH_ALERT_REPEAT_HOURS * hourMs,
  };
  const lookMs = Math.min(lookMsMax, criticalMs / 3);
  /** The faults that this process has seen, also while Postgres does not answer. */
  let own: readonly FollowedFault[] = [];

  async function look(): Promise<void> {
    const facts = await measure();
    const judged = judge(facts);
    own = followFaults(own, judged, facts.nowMs, limits).faults;
    onMeasured(
      own.some((fault) => fault.severity === "critical" && isDue(fault, facts.nowMs, limits)),
    );
    // Without Postgres there is no outbox.
    if (facts.postgres !== true) return;
    const seconds = (lookMs * 0.8) / 1_000;
    const saved = await runQuery(database, (sql) =>
      db.health.claimWatch<FollowedFault>(sql, seconds),
    );
    if (saved === null) return;
    const known = withMissed(saved, own);
    const { faults, reports } = followFaults(known, judged, facts.nowMs, limits);
    // Notified first: a process that is killed here repeats it, and loses nothing.
    for (const report of reports) {
      const { kind, fault } = report;
      log.warn({ kind, fault: fault.key, severity: fault.severity }, "fault of the service");
      await notify(report);
    }
    await runQuery(database, (sql) => db.health.saveFaults(sql, faults));
  }

  await every(lookMs, look, { signal, log, task: "watch the health of the service" });
}

/** Adds the faults that this process has seen while they could not be saved. */
function withMissed(
  saved: readonly FollowedFault[],
  own: readonly FollowedFault[],
): FollowedFault[] {
  const keys = new Set(saved.map(({ key }) => key));
  const missed = own.filter(({ key, endedMs }) => endedMs === null && !keys.has(key));
  return [...saved, ...missed.map((fault) => ({ ...fault, notifiedMs: null, begunMs: [] }))];
}
