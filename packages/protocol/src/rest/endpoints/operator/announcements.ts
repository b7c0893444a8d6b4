import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { textLines } from "../../text-lines.ts";
import { ActionReason, actionReason } from "./action-reason.ts";

/** A text of the operators for everybody. */
export const Announcement = z.strictObject({
  id: z.guid(),
  text: z.string(),
  level: z.enum(["info", "warning"]),
  from: Instant,
  until: Instant.nullable().describe("When it ends; `null` if it does not end by itself."),
});
export type Announcement = z.infer<typeof Announcement>;

/** An announcement as operators see it. */
export const ListedAnnouncement = z.strictObject({
  ...Announcement.shape,
  by: z.string().describe("Who published it."),
  createdAt: Instant,
  endedAt: Instant.nullable(),
  notified: z.int().nonnegative().describe("How many users have been notified so far."),
});
export type ListedAnnouncement = z.infer<typeof ListedAnnouncement>;

const instant = z.iso.datetime({ offset: true, error: "must be a time like 2026-01-31T12:00:00Z" });

export const announcementEndpoints = {
  readAnnouncements: endpoint({
    method: "GET",
    path: "/v1/announcements",
    summary: "List current announcements",
    description: "Returns the announcements of the operators that are in force, newest first.",
    tag: "service",
    access: "open",
    answer: z.array(Announcement),
    refusals: ["unavailable"],
  }),
  listAnnouncements: endpoint({
    method: "GET",
    path: "/v1/operator/announcements",
    summary: "List announcements",
    description: "Returns announcements, newest first, up to 100, also those that have ended.",
    tag: "operations",
    access: "operator",
    answer: z.array(ListedAnnouncement),
  }),
  publishAnnouncement: endpoint({
    method: "POST",
    path: "/v1/operator/announcements",
    summary: "Publish an announcement",
    description:
      "Publishes a text. From its beginning, visitors see it, and all users get a notification of type `system.announcement` within minutes. Up to 20 announcements may be in force or planned.",
    tag: "operations",
    access: "operator",
    body: z
      .strictObject({
        text: textLines(500),
        level: z.enum(["info", "warning"]).default("info"),
        from: instant.optional().describe("When it begins. Default: now."),
        until: instant
          .refine((text) => Date.parse(text) > Date.now(), "must be in the future")
          .optional(),
        reason: actionReason,
      })
      .refine(
        ({ from, until }) =>
          until === undefined || Date.parse(until) > (from === undefined ? 0 : Date.parse(from)),
        { path: ["until"], message: "must be later than from" },
      )
      .meta({ examples: [{ text: "Maintenance on Sunday at 6:00 UTC", reason: "planned work" }] }),
    status: 201,
    answer: ListedAnnouncement,
  }),
  endAnnouncement: endpoint({
    method: "POST",
    path: "/v1/operator/announcements/:id/end",
    summary: "End an announcement",
    description: "Ends an announcement now. Users who have no notification yet get none.",
    tag: "operations",
    access: "operator",
    params: z.strictObject({ id: z.guid().describe("The id of an announcement.") }),
    body: ActionReason,
    refusals: ["not_found"],
  }),
};
