import { z } from "zod";
import { Notification, notificationTypes } from "../../../events/notification.ts";
import { endpoint } from "../../endpoint.ts";
import { flagFilter } from "../../filters.ts";
import {
  pageParameters,
  parameter,
  refuseEmptyRange,
  timeOrderedCursor,
  timeOrderedId,
} from "../../parameters.ts";

const notificationId = "must be a notification id";

/** The query of `GET /v1/notifications`. */
const NotificationQuery = z
  .strictObject({
    unread: flagFilter
      .optional()
      .describe("`true`: only unread notifications. `false`: only read ones."),
    type: parameter
      .pipe(z.enum(notificationTypes, `must be one of ${notificationTypes.join(", ")}`))
      .optional()
      .describe("Only notifications of this type."),
    ...pageParameters(timeOrderedCursor(notificationId), "a notification"),
  })
  .check(refuseEmptyRange);

/** The body of `POST /v1/notifications/read`. */
const NotificationsRead = z.strictObject({
  until: timeOrderedId(notificationId).describe(
    "The id of a notification. It and all older ones are marked.",
  ),
});

export const notificationEndpoints = {
  listNotifications: endpoint({
    method: "GET",
    path: "/v1/notifications",
    summary: "List notifications",
    description: "Returns your notifications, newest first. The latest 500 of each user are kept.",
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
    description: "Marks one notification as read. Marking it again has no effect.",
    tag: "notifications",
    access: "session",
    params: z.strictObject({
      id: timeOrderedId(notificationId).describe("The id of a notification."),
    }),
    refusals: ["not_found"],
  }),
  readNotifications: endpoint({
    method: "POST",
    path: "/v1/notifications/read",
    summary: "Mark notifications as read",
    description:
      "Marks a notification and all older ones as read, and returns how many were unread.",
    tag: "notifications",
    access: "session",
    body: NotificationsRead,
    answer: z.strictObject({ marked: z.int().nonnegative() }),
  }),
};
