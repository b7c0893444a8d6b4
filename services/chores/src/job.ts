import type { JobName } from "@jetwire/protocol";

/** What a run of a job did, for the log and for who looks at the queue; counts and names only. */
export type JobResult = Readonly<Record<string, number | readonly string[]>>;

/**
 * A piece of scheduled work. It may be run twice, at once or after a kill half-way, so a run does
 * what is left to do and nothing when there is nothing.
 */
export interface Job {
  readonly name: JobName;
  readonly everyMs: number;
  /** @throws when it could not be finished; it is then tried again. */
  run(): Promise<JobResult>;
}
