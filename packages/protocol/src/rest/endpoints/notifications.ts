import { z } from "zod";
import { Notification } from "../../events/notification.ts";
import { endpoint } from "../endpoint.ts";
import { flagFilter } from "../filters.ts";
import {
  pageParameters,
  refuseEmptyRange,
  timeOrderedCursor,
  timeOrderedId,
} from "../parameters.ts";

const notificationId = "must be a notification id";

/** The query of `GET /v1/notifications`. */
export const NotificationQuery = z
  .strictObject({
    unread: flagFilter.optional().describe("Those alone that haven't been read, or that have"),
    ...pageParameters(timeOrderedCursor(notificationId), "notification"),
  })
  .check(refuseEmptyRange);
export type NotificationQuery = z.infer<typeof NotificationQuery>;

/** The body of `POST /v1/notifications/read`. */
export const NotificationsRead = z.strictObject({
  until: timeOrderedId(notificationId).describe("The newest to be marked: it and all older ones"),
});
export type NotificationsRead = z.infer<typeof NotificationsRead>;

export const notificationEndpoints = {
  listNotifications: endpoint({
    method: "GET",
    path: "/v1/notifications",
    summary: "List notifications",
    description: "Newest first; the latest 500 of a user are kept.",
    tag: "notifications",
    access: "session",
    query: NotificationQuery,
    answer: z.array(Notification),
    paged: true,
  }),
  readNotification: endpoint({
    method: "POST",
    path: "/v1/notifications/:id/read",
    summary: "Mark a notification as read",
    tag: "notifications",
    access: "session",
    params: z.strictObject({ id: timeOrderedId(notificationId).describe("A notification's id") }),
    refusals: ["not_found"],
  }),
  readNotifications: endpoint({
    method: "POST",
    path: "/v1/notifications/read",
    summary: "Mark notifications as read",
    tag: "notifications",
    access: "session",
    body: NotificationsRead,
    answer: z.strictObject({ marked: z.int().nonnegative() }),
  }),
};
