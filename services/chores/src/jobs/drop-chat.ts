import { jobName } from "@jetwire/protocol";
import { daysBefore, dropPastJob, type TakeAwayBefore } from "../drop-past.ts";
import type { Job } from "../job.ts";

export interface DropChatSteps {
  readonly messages: TakeAwayBefore;
  readonly threads: TakeAwayBefore;
}

/** Drops old chat messages, and conversations of which none is left. */
export function dropChatJob(
  { messages, threads }: DropChatSteps,
  keepDays: number,
  now: () => number,
): Job {
  return dropPastJob(
    jobName.dropChat,
    (at) => {
      const cutoff = daysBefore(at, keepDays);
      return {
        messages: (rowsMax) => messages(cutoff, rowsMax),
        threads: (rowsMax) => threads(cutoff, rowsMax),
      };
    },
    now,
  );
}
