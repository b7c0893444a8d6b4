import { z } from "zod";
import { include } from "./message-include.ts";
import { pageParameters, refuseEmptyRange, timeOrderedCursor } from "./parameters.ts";

/** The query of the messages of a station, an airframe or a flight; cursors are message ids. */
export const MessagePageQuery = z
  .strictObject({
    include,
    ...pageParameters(timeOrderedCursor("must be a message id"), "a message"),
  })
  .check(refuseEmptyRange);
export type MessagePageQuery = z.infer<typeof MessagePageQuery>;
