import { messageIdFloor, messageIdTimeMs } from "@jetwire/protocol";
import type { FoundInFeedLog } from "@jetwire/redis";
import type { FeedStart } from "./feed-reader.ts";

/**
 * Where a client begins. A message's place in the log is where its reader was, provided that it
 * read this log: in one that Redis lost since, or in the record, messages may have come in another
 * order, and one that stands before the last it got may be one it never got.
 *
 * @param after what the client gave: undefined for nothing, null for what is no message id
 * @param beganMs since when Redis has held feed logs without being emptied
 */
export function whereToBegin(
  after: string | null | undefined,
  found: FoundInFeedLog,
  beganMs: number,
  nowMs: number,
): FeedStart {
  if (after === undefined) {
    return { from: "end", place: found.end, joinedId: messageIdFloor(nowMs) };
  }
  if (after === null || found.message === null) return { from: "record", afterId: after };
  if (messageIdTimeMs(after) <= Math.max(beganMs, found.sinceMs)) {
    return { from: "record", afterId: after };
  }
  return { from: "log", place: found.message, end: found.end.position, afterId: after };
}
