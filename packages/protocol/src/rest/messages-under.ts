import { z } from "zod";
import { isMessageId } from "../message-id.ts";
import { pageLimit, parameter, refuseEmptyRange } from "./parameters.ts";

const Cursor = parameter.refine(isMessageId, "must be a message id").optional();

/** The query of `…/messages` under a station, an airframe, a flight; cursors are message ids. */
export const MessagePageQuery = z
  .strictObject({ limit: pageLimit, before: Cursor, after: Cursor })
  .check(refuseEmptyRange);
export type MessagePageQuery = z.infer<typeof MessagePageQuery>;
