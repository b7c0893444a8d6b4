import * as db from "@jetwire/db";
import type { Database, NotificationToAdd } from "@jetwire/db";
import type { UserChannel } from "@jetwire/redis";
import { runQuery } from "./run-query.ts";

/** Notifies users. */
export interface Notifier {
  /** Stores a notification and wakes the user's sessions, which push it. */
  notify(notification: NotificationToAdd): Promise<void>;
}

export function createNotifier(
  database: Database,
  userChannel: Pick<UserChannel, "wake">,
): Notifier {
  return {
    async notify(notification) {
      const isNew = await runQuery(database, (sql) => db.notifications.add(sql, notification));
      // Without a wake-up, gateways find the notification within seconds.
      if (isNew) await userChannel.wake(notification.userId).catch(() => {});
    },
  };
}
