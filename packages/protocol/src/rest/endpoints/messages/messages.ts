import { z } from "zod";
import { Conversation, conversationMessagesMax, conversationMinutes } from "../../conversation.ts";
import { endpoint } from "../../endpoint.ts";
import { cursorAliases, filterAliases } from "../../aliases/query-aliases.ts";
import { include, ReadMessage } from "../../message-include.ts";
import { messageFilters, refuseImpossibleFilters } from "../../message-filters.ts";
import {
  offsetParameter,
  pageParameters,
  refuseEmptyRange,
  refuseOffsetWithCursor,
  timeOrderedCursor,
  timeOrderedId,
} from "../../parameters.ts";

/** The query of `GET /v1/messages`. */
export const MessageQuery = z
  .strictObject({
    ...messageFilters,
    include,
    ...pageParameters(timeOrderedCursor("must be a message id"), "a message"),
    offset: offsetParameter,
  })
  .check(refuseEmptyRange, refuseOffsetWithCursor, refuseImpossibleFilters);
export type MessageQuery = z.infer<typeof MessageQuery>;

/** How far pages by `after` stay behind the present, seconds, so that messages stored late are not skipped. */
export const followDelaySeconds = 5;

/** How many days are searched for a page if no index returns the messages in order. */
export const searchedDaysMax = 7;

const listDescription = `Returns messages, newest first, in pages linked by the header \`Link\`. Without a filter, a time range or a cursor, it returns messages of the last 24 hours.

Filters are combined with AND. \`label\`, \`exclude_label\` and \`source_type\` take several values, separated by commas. \`since\` and \`until\` refer to the time at which the service received a message. \`text\` matches a part of the text, case-insensitive.

With \`flight\`, \`tail\`, \`icao\` or \`airframe\`, with \`station\` or \`label\` alone, or with \`since\`, a page is searched for in all stored messages. Otherwise ${searchedDaysMax} days are searched from the cursor on. If the search ended early, because of that limit or because it took too long, the header \`X-Searched-Since\` tells how far it got: the page may then contain fewer messages than \`limit\`, or none, and \`next\` continues from there. If even the first hours take too long, the response is 503; narrow the time range then.

To follow new messages, use the link \`prev\`, which is \`after\` the newest message: each page continues where the one before it ended. These pages stay ${followDelaySeconds} seconds behind the present, and behind messages that are not stored yet, so that none is skipped; the first one may repeat messages of the list before it. Messages that could not be stored for longer, because a part of the service was unavailable, may appear further back; \`since\` finds them.`;

const includeDescription =
  "`include` adds members to each message, separated by commas: `raw` (the decoder's object as text, kept for a few days), `tree` (what the decoder program decoded, by application), `station`, `airframe`, `flight` and `receptions` (the stations that received the same transmission, with level and delay). Members without a value are `null`.";

const MessageParams = z.strictObject({
  id: timeOrderedId("must be a message id").describe("The id of a message."),
});

export const messageEndpoints = {
  listMessages: endpoint({
    method: "GET",
    path: "/v1/messages",
    summary: "List messages",
    description: `${listDescription}\n\n${includeDescription}`,
    tag: "messages",
    access: "reader",
    query: MessageQuery,
    aliases: { ...filterAliases, ...cursorAliases },
    answer: z.array(ReadMessage),
    paged: true,
    headers: ["X-Searched-Since", "X-Searched-Until"],
  }),
  readMessage: endpoint({
    method: "GET",
    path: "/v1/messages/:id",
    summary: "Get a message",
    description: `Returns one message. ${includeDescription}`,
    tag: "messages",
    access: "reader",
    params: MessageParams,
    query: z.strictObject({ include }),
    answer: ReadMessage,
    tagged: true,
    refusals: ["not_found", "gone"],
  }),
  readConversation: endpoint({
    method: "GET",
    path: "/v1/messages/:id/conversation",
    summary: "Get the conversation of a message",
    description: `Returns the uplinks and downlinks that belong together with a message, oldest first, one reception of each transmission: the replies by CPDLC message reference, by label (a request for a clearance, the clearance, its readback) or by the text of an H1 message; the reports of an ADS-C contract; the blocks of a message; and the acknowledgements of these. Messages of the same airframe are searched, ${conversationMinutes} minutes before and after, and at most ${conversationMessagesMax} are returned. ${includeDescription}`,
    tag: "messages",
    access: "reader",
    params: MessageParams,
    query: z.strictObject({ include }),
    answer: Conversation,
    refusals: ["not_found", "gone"],
  }),
};
