import {
  EntryMessage,
  type Message,
  messageIdPartition,
  messageIdTimeMs,
  readEntry,
} from "@jetwire/protocol";
import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

/** Entry ids are times of Redis' clock, message ids of ingest's: they may differ by this much. */
const clockDifferenceMs = 1_000;
const pageEntries = 200;
/** One look-up reads at most 5,000 entries. */
const pagesMax = 25;

/** Reads on from the time of the message's id until it is found, the stream ends or the bound is reached. */
export async function findMessage(
  redis: RedisClient,
  keys: Keys,
  messageId: string,
): Promise<Message | null> {
  const stream = keys.stream(messageIdPartition(messageId));
  let from = String(Math.max(0, messageIdTimeMs(messageId) - clockDifferenceMs));
  for (let page = 0; page < pagesMax; page++) {
    const entries = await redis.xrange(stream, from, "+", "COUNT", pageEntries);
    for (const [entryId, fields] of entries) {
      const message = messageOf(entryId, fields, messageId);
      if (message !== null) return message;
    }
    const last = entries.at(-1);
    if (last === undefined || entries.length < pageEntries) return null;
    from = `(${last[0]}`;
  }
  return null;
}

function messageOf(entryId: string, fields: readonly string[], messageId: string): Message | null {
  const entry = readEntry(entryId, fields);
  if ("refused" in entry || entry.id !== messageId) return null;
  try {
    return EntryMessage.safeParse(JSON.parse(entry.messageJson)).data ?? null;
  } catch {
    return null;
  }
}
