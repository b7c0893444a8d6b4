import { jobName } from "@jetwire/protocol";
import { daysBefore, dropPastJob, type TakeAwayBefore } from "../drop-past.ts";
import type { Job } from "../job.ts";

/** Drops old notifications, read or not; of each user the latest 500 are kept anyway. */
export function dropNotificationsJob(
  notifications: TakeAwayBefore,
  keepDays: number,
  now: () => number,
): Job {
  return dropPastJob(
    jobName.dropNotifications,
    (at) => ({ notifications: (rowsMax) => notifications(daysBefore(at, keepDays), rowsMax) }),
    now,
  );
}
