import * as db from "@jetwire/db";
import type { AnnouncementToNotify, Database, NotificationToAdd } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import type { Job } from "../job.ts";
import type { Notifier } from "../notifier.ts";
import { runQuery } from "../run-query.ts";

const everyMs = 5_000;
const batchMax = 100;
/** The same worker runs other jobs. */
const runMsMax = 10_000;
const titles = { info: "Announcement", warning: "Important announcement" } as const;

/** Notifies all users of the announcements in force, in the order of their ids; a run continues the one before. */
export function notifyAnnouncementsJob(
  database: Database,
  notifier: Notifier,
  now: () => number,
): Job {
  async function notifyBatch(announcement: AnnouncementToNotify, after: string | null) {
    const userIds = await runQuery(database, (sql) =>
      db.announcements.accountsAfter(sql, after, batchMax),
    );
    for (const userId of userIds) await notifier.notify(notificationOf(announcement, userId));
    const upTo = userIds.length < batchMax ? null : (userIds.at(-1) ?? null);
    const noted = { upTo, count: userIds.length };
    await runQuery(database, (sql) => db.announcements.recordNotified(sql, announcement.id, noted));
    return noted;
  }

  return {
    name: jobName.notifyAnnouncements,
    everyMs,
    async run() {
      const endMs = now() + runMsMax;
      let notified = 0;
      for (const announcement of await runQuery(database, db.announcements.listToNotify)) {
        let after = announcement.notifiedUpTo;
        do {
          const { upTo, count } = await notifyBatch(announcement, after);
          notified += count;
          after = upTo;
        } while (after !== null && now() < endMs);
      }
      return { notified };
    },
  };
}

function notificationOf({ id, text, level, until }: AnnouncementToNotify, userId: string) {
  return {
    userId,
    type: "system.announcement",
    subject: id,
    title: titles[level],
    body: text,
    data: { announcementId: id, level, until },
  } as const satisfies NotificationToAdd;
}
