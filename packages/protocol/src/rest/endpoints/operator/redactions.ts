import { z } from "zod";
import { isMessageId } from "../../../message/message-id.ts";
import { StationId } from "../../../message/station.ts";
import { endpoint } from "../../endpoint.ts";
import { actionReason } from "./action-reason.ts";

const instant = z.iso.datetime({ offset: true, error: "must be a time like 2026-01-31T12:00:00Z" });
const target = z
  .strictObject({
    ids: z
      .array(z.string().refine(isMessageId, "must be a message id"))
      .min(1)
      .max(100, "must have at most 100 ids")
      .optional(),
    stationId: StationId.optional(),
    since: instant.optional(),
    until: instant.optional(),
  })
  .refine(
    ({ ids, stationId, since, until }) =>
      ids === undefined
        ? stationId !== undefined && since !== undefined && until !== undefined
        : stationId === undefined && since === undefined && until === undefined,
    "must have either ids, or stationId, since and until",
  )
  .refine(
    ({ since, until }) =>
      since === undefined || until === undefined || Date.parse(since) < Date.parse(until),
    "since must be before until",
  )
  .describe(
    "Either `ids`, up to 100, or `stationId` with a period: `since`, and `until`, exclusive.",
  );
export type RedactionTarget = z.infer<typeof target>;

export const redactionEndpoints = {
  previewRedaction: endpoint({
    method: "POST",
    path: "/v1/operator/redactions/preview",
    summary: "Count messages to redact",
    description: "Returns how many messages a redaction would delete, counted up to 100,000.",
    tag: "operations",
    access: "operator",
    body: z.strictObject({ target }),
    status: 200,
    answer: z.strictObject({ messages: z.int().nonnegative() }),
  }),
  redactMessages: endpoint({
    method: "POST",
    path: "/v1/operator/redactions",
    summary: "Redact messages",
    description:
      "Deletes messages, their raw objects and the wholes that they are parts of, up to 1,000 in a request. REST answers their ids with 410. They are removed from feeds within seconds. Nobody can undo it.",
    tag: "operations",
    access: "operator",
    body: z.strictObject({ target, reason: actionReason }),
    status: 200,
    answer: z.strictObject({
      redacted: z.int().nonnegative(),
      more: z.boolean().describe("Whether more are selected: send the same request again."),
    }),
    refusals: ["sign_in_again"],
  }),
};
