import { z } from "zod";
import { MessageAirframe } from "../airframe.ts";
import { MessageFlight } from "../flight.ts";
import { isMessageId } from "../message-id.ts";
import { Message } from "../message.ts";
import { MessageStation } from "../station.ts";
import { endpoint } from "./endpoint.ts";
import { messageFilters, refuseImpossibleFilters } from "./message-filters.ts";
import { pageLimit, parameter, refuseEmptyRange } from "./parameters.ts";

const MessageCursor = parameter.refine(isMessageId, "must be a message id");

/** What a message may be read with. */
export const messageParts = ["raw", "decoded", "station", "airframe", "flight"] as const;
export type MessagePart = (typeof messageParts)[number];

const include = parameter
  .transform((text) => [...new Set(text.split(","))])
  .pipe(z.array(z.enum(messageParts, `must be of ${messageParts.join(", ")}, separated by commas`)))
  .optional();

/** What the text says, as far as it can be told. */
export const DecodedText = z.strictObject({
  /** Which of the formats it was read by. */
  decoder: z.string(),
  level: z.enum(["partial", "full"]),
  description: z.string(),
  items: z.array(z.strictObject({ label: z.string(), value: z.string() })),
  /** Degrees. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
export type DecodedText = z.infer<typeof DecodedText>;

/** A Message, and what was asked for by `include`; null where there is none. */
export const ReadMessage = z.strictObject({
  ...Message.shape,
  /** The decoder's whole object, as it sent it. */
  raw: z.string().nullable().optional(),
  decoded: DecodedText.nullable().optional(),
  station: MessageStation.nullable().optional(),
  airframe: MessageAirframe.nullable().optional(),
  flight: MessageFlight.nullable().optional(),
});
export type ReadMessage = z.infer<typeof ReadMessage>;

/** The query of `GET /v1/messages`. */
export const MessageQuery = z
  .strictObject({
    ...messageFilters,
    include,
    limit: pageLimit,
    /** Only older ones than this message. */
    before: MessageCursor.optional(),
    /** Only newer ones than this message; alone, the page next to it. */
    after: MessageCursor.optional(),
  })
  .check(refuseEmptyRange, refuseImpossibleFilters);
export type MessageQuery = z.infer<typeof MessageQuery>;

/** Seconds that pages by `after` stay behind, so that what is stored late isn't passed over. */
export const followDelaySeconds = 5;

/** Days that are looked through for a page, where no index finds what is asked for. */
export const searchedDaysMax = 7;

const listDescription = `Newest first, in pages linked by \`Link\`. Without a filter, a time or a cursor those of the last 24 hours.

Filters hold together; \`label\`, \`exclude_label\` and \`source_type\` take several, separated by commas. \`since\` and \`until\` are of when a message came in. \`text\` is a part of the text, in any case.

A page looks through ${searchedDaysMax} days at most, unless \`since\` is given or one of \`flight\`, \`tail\`, \`icao\`, \`airframe\`, \`station\`, \`label\`. \`X-Searched-Since\` tells how far it came; it may then hold fewer messages than \`limit\`, or none, and \`next\` goes on from there. A search that takes too long is a 503: narrow the time range.

Follow what comes by \`after\`, the id of the newest message you have, or by the link \`prev\`: each page is the one next to it. These pages stay ${followDelaySeconds} seconds behind, and behind what is still on its way into the database, so that no message is passed over; the first may repeat what the list before it had. Only what a receiving process could not hand on for longer (Redis was away) may come to stand further back; \`since\` finds it.`;

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
  }),
  readMessage: endpoint({
    method: "GET",
    path: "/v1/messages/:id",
    summary: "Read a message",
    description: includeDescription,
    tag: "messages",
    access: "reader",
    params: z.strictObject({ id: z.string().refine(isMessageId, "must be a message id") }),
    query: z.strictObject({ include }),
    answer: ReadMessage,
    refusals: ["not_found"],
  }),
};
