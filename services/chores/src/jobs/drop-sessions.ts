import { jobName } from "@jetwire/protocol";
import { dropPastJob, type TakeAway } from "../drop-past.ts";
import type { Job } from "../job.ts";

export interface DropSessionsSteps {
  readonly tokens: TakeAway;
  readonly sessions: TakeAway;
  readonly revocations: TakeAway;
}

/** Drops what sessions have left behind: tokens that open and renew nothing, then what had them. */
export function dropSessionsJob(
  { tokens, sessions, revocations }: DropSessionsSteps,
  now: () => number,
): Job {
  return dropPastJob(jobName.dropSessions, () => ({ tokens, sessions, revocations }), now);
}
