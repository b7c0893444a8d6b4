import { listNotifications, markNotificationRead, markNotificationsRead } from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import { pageOf } from "../http/page-links.ts";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";

interface User {
  readonly accountId: string;
}

/** A user's notifications, and marking them as read. `ask` is of the primary: it writes. */
export function notificationRoutes(ask: Read): Route[] {
  return [
    route(endpoints.listNotifications, async ({ query, address }, { accountId }: User) => {
      const { limit, unread } = query;
      const rows = await ask((sql) =>
        listNotifications(sql, accountId, { ...query, limit: limit + 1 }),
      );
      const keep = { unread: unread === undefined ? undefined : String(unread) };
      const { items, headers } = pageOf(rows, query, address, keep);
      return { body: items, headers };
    }),
    route(endpoints.readNotification, async ({ params: { id } }, { accountId }: User) => {
      const isThere = await ask((sql) => markNotificationRead(sql, accountId, id));
      if (!isThere) throw new AppError("not_found", "There is no such notification");
      return { body: undefined };
    }),
    route(endpoints.readNotifications, async ({ body: { until } }, { accountId }: User) => ({
      body: { marked: await ask((sql) => markNotificationsRead(sql, accountId, until)) },
    })),
  ];
}
