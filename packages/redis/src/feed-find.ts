import type { RedisClient } from "./redis-client.ts";
import type { FeedPlace } from "./feed-log.ts";
import type { Keys } from "./keys.ts";
import { loadScript } from "./script.ts";

const script = loadScript("feed-find");
const noteMsMax = 30 * 86_400_000;

/** What a feed log tells of its end and of a message in it, at one moment. */
export interface FoundInFeedLog {
  /** The last entry there ever was; `feedStart` when Redis knows of none. */
  readonly end: FeedPlace;
  /**
   * What arrived before this, Unix ms, may have been read in another order than the log's: from one
   * that Redis lost since, or from the record. 0 when nobody knows of any.
   */
  readonly sinceMs: number;
  /** Where the message is; null when it isn't there, or more than a minute out of its order. */
  readonly message: FeedPlace | null;
}

/** Finds the end of an account's feed log, and a message in it when one is asked for. */
export async function findInFeedLog(
  redis: RedisClient,
  keys: Keys,
  accountId: string,
  messageId: string | null,
): Promise<FoundInFeedLog> {
  const scriptKeys = [keys.feedLog(accountId), keys.feedPositions(accountId)];
  const answer = (await script.run(redis, scriptKeys, [messageId ?? ""])) as string[];
  const [end = "", endTag = "", since = "", position = "", tag = ""] = answer;
  return {
    end: { position: end, tag: endTag },
    sinceMs: Number(since),
    message: position === "" ? null : { position, tag },
  };
}

/**
 * Notes that messages of an account are read from the record: in it they are in another order than
 * in the log, so that one's place in the log doesn't tell what a reader has had.
 *
 * @param untilMs what arrives after it, Unix ms, isn't among them
 */
export async function noteRecordRead(
  redis: RedisClient,
  keys: Keys,
  accountId: string,
  untilMs: number,
): Promise<void> {
  const positions = keys.feedPositions(accountId);
  await redis.hset(positions, "since", untilMs);
  // Of an account that never had a log it mustn't stay for ever; a log's own expiry stays as it is.
  await redis.pexpire(positions, noteMsMax, "NX");
}
