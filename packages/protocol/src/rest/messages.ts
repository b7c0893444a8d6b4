import { z } from "zod";
import { Message } from "../message.ts";
import { isMessageId } from "../message-id.ts";
import { endpoint } from "./endpoint.ts";
import { pageLimit, parameter, refuseEmptyRange } from "./parameters.ts";

const MessageCursor = parameter.refine(isMessageId, "must be a message id");

/** The query of `GET /v1/messages`. */
export const MessageQuery = z
  .strictObject({
    /** `UA123`, `UA0123`, `UAL123`, in any case: one flight. */
    flight: parameter
      .transform((text) => text.trim())
      .pipe(z.string().min(1, "must name a flight").max(16, "is longer than any flight"))
      .optional(),
    limit: pageLimit,
    /** Only older ones than this message. */
    before: MessageCursor.optional(),
    /** Only newer ones than this message; alone, the page next to it. */
    after: MessageCursor.optional(),
  })
  .check(refuseEmptyRange);
export type MessageQuery = z.infer<typeof MessageQuery>;

export const messageEndpoints = {
  listMessages: endpoint({
    method: "GET",
    path: "/v1/messages",
    summary: "List messages",
    description:
      "Newest first, in pages linked by `Link`. Without a filter or a cursor those of the last 24 hours.",
    tag: "messages",
    access: "reader",
    query: MessageQuery,
    answer: z.array(Message),
    paged: true,
  }),
  readMessage: endpoint({
    method: "GET",
    path: "/v1/messages/:id",
    summary: "Read a message",
    tag: "messages",
    access: "reader",
    params: z.strictObject({ id: z.string().refine(isMessageId, "must be a message id") }),
    answer: Message,
    refusals: ["not_found"],
  }),
};
