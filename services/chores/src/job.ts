import type { JobName } from "@jetwire/protocol";

/** The result of a run of a job, for the log and the operator: counts and names only. */
export type JobResult = Readonly<Record<string, number | readonly string[]>>;

/**
 * Scheduled work. It may be run twice, at the same time or after a kill half-way, so a run does what
 * is left to do, and nothing if nothing is left.
 */
export interface Job {
  readonly name: JobName;
  readonly everyMs: number;
  /** Whether it finds something to do each time: its log lines are of level debug. `jetwire chores` shows its last run. */
  readonly isRoutine?: boolean;
  /**
   * Whether it takes long. Then the queue only starts it, other jobs run meanwhile, and after a failure or a kill its next
   * scheduled run is the retry.
   */
  readonly isLong?: true;
  /**
   * @param signal ends a long job when the process stops
   * @throws if it could not be finished; it is tried again then.
   */
  run(signal?: AbortSignal): Promise<JobResult>;
}
