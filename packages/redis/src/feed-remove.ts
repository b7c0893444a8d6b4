import { findInFeedLog } from "./feed-find.ts";
import type { Keys } from "./keys.ts";
import type { RedisClient } from "./redis-client.ts";

/**
 * Takes a message out of an account's feed log. Readers that haven't come by it yet find their place
 * lost there and go on from the record, which hasn't got it either.
 *
 * @returns whether it was there.
 * @throws when Redis doesn't answer.
 */
export async function removeFromFeedLog(
  redis: RedisClient,
  keys: Keys,
  accountId: string,
  messageId: string,
): Promise<boolean> {
  const { message } = await findInFeedLog(redis, keys, accountId, messageId);
  if (message === null) return false;
  return (await redis.xdel(keys.feedLog(accountId), message.position)) > 0;
}
