import { messageIdFloor, messageIdTimeMs } from "@jetwire/protocol";
import type { FeedCursor, FeedLogState, FeedPosition } from "@jetwire/redis";

/** The point at which a client begins in its account's feed. */
export type FeedStart =
  /** Starts live; `joinedId` is the smallest id that a message of this moment can have. */
  | { readonly from: "live"; readonly cursor: FeedCursor; readonly joinedId: string }
  /** Starts after a message that is in the log; what was missed ends at `end`. */
  | {
      readonly from: "log";
      readonly cursor: FeedCursor;
      readonly end: FeedPosition;
      readonly afterId: string;
    }
  /** Starts after a message that only Postgres may have; null if the client gave no valid message id. */
  | { readonly from: "postgres"; readonly afterId: string | null };

/**
 * Chooses where a client begins. A message's position in the log is where its reader was, if the
 * client read this log: a log that Redis has lost since, or Postgres, may have another order, and a
 * message before the last one received may be one that the client never received.
 *
 * @param after see {@link Handshake.after}
 * @param startedMs since when Redis has kept feed logs without being emptied, Unix ms
 */
export function chooseStart(
  after: string | null | undefined,
  log: FeedLogState,
  startedMs: number,
  nowMs: number,
): FeedStart {
  if (after === undefined) {
    return { from: "live", cursor: log.end, joinedId: messageIdFloor(nowMs) };
  }
  if (after === null || log.message === null) return { from: "postgres", afterId: after };
  if (messageIdTimeMs(after) <= Math.max(startedMs, log.sinceMs)) {
    return { from: "postgres", afterId: after };
  }
  return { from: "log", cursor: log.message, end: log.end.position, afterId: after };
}
