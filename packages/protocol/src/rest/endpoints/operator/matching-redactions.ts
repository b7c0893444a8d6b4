import { z } from "zod";
import { Message } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import {
  type MessageFilters,
  messageFilters,
  refuseImpossibleFilters,
} from "../../message-filters.ts";
import { checkTogether } from "../../parameters.ts";
import { actionReason } from "./action-reason.ts";

/** The most messages that one action by filters may redact. */
export const matchingRedactionsMax = 10_000;
/** How many of the newest ones a preview shows. */
export const shownRedactionsMax = 5;

/** Refuses filters that select everything up to a time. */
const refuseEverything = checkTogether<MessageFilters>(({ value, issues }) => {
  const { until: _until, ...others } = value;
  if (Object.values(others).some((filter) => filter !== undefined)) return;
  const message = "is required, or a filter besides until";
  issues.push({ code: "custom", path: ["since"], message, input: value });
});

/** The filters of a redaction: those of `GET /v1/messages`, and at least one besides `until`. */
export const RedactionFilters = z
  .strictObject(messageFilters)
  .check(refuseImpossibleFilters, refuseEverything);

const filterText =
  "It takes the filters of `GET /v1/messages`, and requires one besides `until`. Messages of hidden stations match too.";

export const matchingRedactionEndpoints = {
  previewMatchingRedaction: endpoint({
    method: "GET",
    path: "/v1/operator/redactions/matches",
    summary: "Count messages to redact by filters",
    description: `Returns how many messages match, and the newest of them. ${filterText}`,
    tag: "operations",
    access: "operator",
    query: RedactionFilters,
    status: 200,
    answer: z.strictObject({
      messages: z
        .int()
        .nonnegative()
        .max(matchingRedactionsMax)
        .describe("How many messages match, counted up to 10,000."),
      more: z
        .boolean()
        .describe("Whether more than that match. Such filters are refused: narrow them."),
      newest: z
        .array(Message)
        .max(shownRedactionsMax)
        .describe("Up to five messages; if not more than 10,000 match, the newest ones."),
    }),
  }),
  redactMatching: endpoint({
    method: "POST",
    path: "/v1/operator/redactions/matches",
    summary: "Redact messages by filters",
    description: `Deletes the messages that match, oldest first and up to 1,000 in a request, as \`POST /v1/operator/redactions\` does. ${filterText} At most 10,000 messages may match. Set \`until\`, so that no message matches that arrives later. Nobody can undo it.`,
    tag: "operations",
    access: "operator",
    query: RedactionFilters,
    body: z.strictObject({
      count: z
        .int()
        .min(1)
        .max(matchingRedactionsMax)
        .describe(
          "How many messages were confirmed. If more match, the request is refused. When the request is repeated: `remaining` of the response before.",
        ),
      reason: actionReason,
    }),
    status: 200,
    answer: z.strictObject({
      redacted: z.int().nonnegative(),
      remaining: z
        .int()
        .nonnegative()
        .describe("How many still match: repeat the request with this `count` until it is 0."),
    }),
    refusals: ["sign_in_again"],
  }),
};
