import { z } from "zod";
import { Instant } from "../message/message.ts";

/** The types of notifications. */
export const notificationTypes = [
  "chat.message",
  "station.offline",
  "station.online",
  "key.issued",
  "key.expiring",
  "alert.match",
  "claim.decided",
  "station.transfer",
  "erasure.planned",
  "destination.failing",
  "system.announcement",
  "service.health",
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** A notification, as stored and pushed. */
export const Notification = z.strictObject({
  id: z.uuidv7(),
  type: z
    .string()
    .describe(
      "The type of the notification. More types may be added; show unknown ones by title and body.",
    ),
  title: z.string().describe("A short text, for example a heading."),
  body: z.string().describe("Plain text."),
  data: z.record(z.string(), z.unknown()).describe("Facts of the notification, by type."),
  createdAt: Instant,
  readAt: Instant.nullable().describe("When it was read; `null` if unread."),
});
export type Notification = z.infer<typeof Notification>;

/** Payload of `notification:read`. */
export const NotificationRead = z.object({ id: z.string() });
export type NotificationRead = z.infer<typeof NotificationRead>;
