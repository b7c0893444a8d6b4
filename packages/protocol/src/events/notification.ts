import { z } from "zod";
import { Instant } from "../message/message.ts";

export const notificationTypes = [
  "chat.message",
  "station.offline",
  "station.online",
  "key.issued",
  "key.expiring",
  "alert.match",
  "system.announcement",
] as const;
export type NotificationType = (typeof notificationTypes)[number];

export const Notification = z.strictObject({
  id: z.uuidv7(),
  type: z.string().describe("An open list to clients: what isn't known is shown by title and body"),
  title: z.string(),
  body: z.string(),
  data: z.record(z.string(), z.unknown()),
  createdAt: Instant,
  readAt: Instant.nullable(),
});
export type Notification = z.infer<typeof Notification>;

/** Payload of `notification:read`. */
export const NotificationRead = z.object({ id: z.string() });
export type NotificationRead = z.infer<typeof NotificationRead>;
