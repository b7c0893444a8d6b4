import type { Health } from "../process/health.ts";
import type { Logger } from "../logs/logger.ts";
import type { Metrics } from "./metrics.ts";

/** A state that an operator has to end, for example a Redis that is nearly full. */
export type Alarm = ReturnType<typeof createAlarm>;

export interface AlarmOptions {
  /** Whether the process is not ready while the alarm is active. */
  readonly failsReadiness?: boolean;
}

/** Receivers of an alarm: a process's log, metrics and readiness. */
export interface AlarmTargets {
  readonly log: Logger;
  readonly metrics: Pick<Metrics, "alarms">;
  readonly health: Pick<Health, "alarm">;
}

/**
 * Creates an alarm, which is not active. Its begin and its end are one log line each; meanwhile
 * `/readyz` shows its reason, and the metric `jetwire_alarm` with its name is 1.
 *
 * @param name in kebab-case; a process has one alarm of a name
 */
export function createAlarm(
  name: string,
  { log, metrics, health }: AlarmTargets,
  { failsReadiness = false }: AlarmOptions = {},
) {
  let reason: string | null = null;
  let sinceMs = 0;
  metrics.alarms.set({ name }, 0);
  health.alarm(name, { reason: () => reason, failsReadiness });

  return {
    /**
     * Begins the alarm, or updates the reason of one that is active.
     *
     * @param reason says what is wrong and what to do
     * @param facts fields of the log line
     */
    raise(why: string, facts: Readonly<Record<string, unknown>> = {}): void {
      const begins = reason === null;
      reason = why;
      if (!begins) return;
      sinceMs = performance.now();
      metrics.alarms.set({ name }, 1);
      log.error({ ...facts, alarm: name, reason }, "alarm began");
    },
    /** Ends the alarm, if it is active. */
    clear(): void {
      if (reason === null) return;
      reason = null;
      metrics.alarms.set({ name }, 0);
      const seconds = Math.round((performance.now() - sinceMs) / 1_000);
      log.info({ alarm: name, seconds }, "alarm ended");
    },
  };
}
