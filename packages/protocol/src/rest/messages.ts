import { z } from "zod";
import { isMessageId } from "../message-id.ts";
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
