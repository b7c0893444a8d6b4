import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { include, ReadMessage } from "../message-include.ts";
import { messageFilters, refuseImpossibleFilters } from "../message-filters.ts";
import {
  pageParameters,
  refuseEmptyRange,
  timeOrderedCursor,
  timeOrderedId,
} from "../parameters.ts";

/** The query of `GET /v1/messages`. */
export const MessageQuery = z
  .strictObject({
    ...messageFilters,
    include,
    ...pageParameters(timeOrderedCursor("must be a message id"), "message"),
  })
  .check(refuseEmptyRange, refuseImpossibleFilters);
export type MessageQuery = z.infer<typeof MessageQuery>;

/** Seconds that pages by `after` stay behind, so that what is stored late isn't passed over. */
export const followDelaySeconds = 5;

/** Days that are looked through for a page, where no index gives what is asked for in order. */
export const searchedDaysMax = 7;

const listDescription = `Newest first, in pages linked by \`Link\`. Without a filter, a time or a cursor those of the last 24 hours.

Filters hold together; \`label\`, \`exclude_label\` and \`source_type\` take several, separated by commas. \`since\` and \`until\` are of when a message came in. \`text\` is a part of the text, in any case.

A page is looked for from its cursor on, through everything by \`flight\`, \`tail\`, \`icao\` or \`airframe\`, by \`station\` or \`label\` alone, and back to \`since\` where that is given; else through ${searchedDaysMax} days. Where that isn't all there is, or took too long, \`X-Searched-Since\` tells how far it came: the page may then hold fewer messages than \`limit\`, or none, and \`next\` goes on from there. When even the first hours take too long it is a 503: narrow the time range.

Follow what comes by the link \`prev\`, which is \`after\` a message: each page is the one next to it. These pages stay ${followDelaySeconds} seconds behind, and behind what is still on its way into the database, so that no message is passed over; the first may repeat what the list before it had. Only what a receiving process could not hand on for longer (Redis was away) may come to stand further back; \`since\` finds it.`;

const includeDescription =
  "`include` adds members, separated by commas: `raw` (the decoder's object as text, kept for a few days), `decoded` (what the text says), `station`, `airframe`, `flight`; null where there is none.";

export const messageEndpoints = {
  listMessages: endpoint({
    method: "GET",
    path: "/v1/messages",
    summary: "List messages",
    description: `${listDescription}\n\n${includeDescription}`,
    tag: "messages",
    access: "reader",
    query: MessageQuery,
    answer: z.array(ReadMessage),
    paged: true,
    headers: ["X-Searched-Since", "X-Searched-Until"],
  }),
  readMessage: endpoint({
    method: "GET",
    path: "/v1/messages/:id",
    summary: "Read a message",
    description: includeDescription,
    tag: "messages",
    access: "reader",
    params: z.strictObject({
      id: timeOrderedId("must be a message id").describe("A message's id"),
    }),
    query: z.strictObject({ include }),
    answer: ReadMessage,
    tagged: true,
    refusals: ["not_found", "gone"],
  }),
};
