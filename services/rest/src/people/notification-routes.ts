import * as db from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { pageOf } from "../http/page-links.ts";
import { type Route, route } from "../route.ts";

/**
 * `/v1/notifications`: a user's notifications, and marking them as read.
 *
 * @param write writes to the primary
 */
export function notificationRoutes(write: Read): Route[] {
  return [
    route(endpoints.listNotifications, async (request, { accountId }) => {
      const page = { ...request.query, limit: request.query.limit + 1 };
      const rows = await write((sql) => db.notifications.list(sql, accountId, page));
      return pageOf(rows, request);
    }),
    route(endpoints.readNotification, async ({ params: { id } }, { accountId }) => {
      const exists = await write((sql) => db.notifications.markRead(sql, accountId, id));
      if (!exists) throw new AppError("not_found", "Notification not found");
      return { body: undefined };
    }),
    route(endpoints.readNotifications, async ({ body: { until } }, { accountId }) => ({
      body: { marked: await write((sql) => db.notifications.markReadUntil(sql, accountId, until)) },
    })),
  ];
}
