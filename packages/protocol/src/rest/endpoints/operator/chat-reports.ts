import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { flagFilter } from "../../filters.ts";
import { pageParameters, parameter, refuseEmptyRange } from "../../parameters.ts";
import { actionReason } from "./action-reason.ts";

const person = z.strictObject({ id: z.string(), username: z.string() });

/** A report of a chat message, without the message. */
export const OperatorChatReport = z.strictObject({
  id: z.guid(),
  messageId: z.string(),
  reporter: person,
  author: person,
  reason: z.string(),
  createdAt: Instant,
  resolvedAt: Instant.nullable(),
  resolution: z.string().nullable(),
  reportsOfAuthor: z.int().positive().describe("Reports about the author, of all times."),
});
export type OperatorChatReport = z.infer<typeof OperatorChatReport>;

/** A report with the conversation around it. */
const ReportedConversation = z.strictObject({
  ...OperatorChatReport.shape,
  note: z.string().nullable().describe("The note of the reporter."),
  authorBlocked: z.boolean(),
  messages: z
    .array(
      z.strictObject({
        id: z.string(),
        senderId: z.string(),
        body: z.string().describe("Empty if it was erased or redacted."),
        createdAt: Instant,
      }),
    )
    .describe("The last 20 messages of the conversation up to the reported one, oldest first."),
});
export type ReportedConversation = z.infer<typeof ReportedConversation>;

const cursor = parameter.pipe(z.guid("must be the id of a report"));
const ReportQuery = z
  .strictObject({
    resolved: flagFilter.optional().describe("Whether it is resolved. Default: `false`."),
    ...pageParameters(cursor, "a report"),
  })
  .check(refuseEmptyRange);

const reportParams = z.strictObject({ id: z.guid().describe("The id of a report.") });

export const operatorReportEndpoints = {
  listChatReports: endpoint({
    method: "GET",
    path: "/v1/operator/chat-reports",
    summary: "List reports of chat messages",
    description: "Returns reports, newest first, without the messages.",
    tag: "operations",
    access: "operator",
    query: ReportQuery,
    answer: z.array(OperatorChatReport),
    paged: true,
  }),
  readChatReport: endpoint({
    method: "GET",
    path: "/v1/operator/chat-reports/:id",
    summary: "Get a report of a chat message",
    description:
      "Returns a report with the last 20 messages of the conversation. The audit log records that you have read them.",
    tag: "operations",
    access: "operator",
    params: reportParams,
    answer: ReportedConversation,
    refusals: ["not_found"],
  }),
  resolveChatReport: endpoint({
    method: "POST",
    path: "/v1/operator/chat-reports/:id/resolution",
    summary: "Resolve a report of a chat message",
    description:
      "Resolves a report. `dismiss` does nothing else; `block` also bans the author from chat, presence and notifications; `redact` also empties the reported message, which nobody can undo.",
    tag: "operations",
    access: "operator",
    params: reportParams,
    body: z
      .strictObject({ action: z.enum(["dismiss", "block", "redact"]), reason: actionReason })
      .meta({ examples: [{ action: "dismiss", reason: "no offence" }] }),
    refusals: ["not_found"],
  }),
};
