import { entryField, Message, messageIdPartition, messageIdTimeMs } from "@jetwire/protocol";
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
    for (const [, fields] of entries) {
      const message = messageOf(fields, messageId);
      if (message !== null) return message;
    }
    const last = entries.at(-1);
    if (last === undefined || entries.length < pageEntries) return null;
    from = `(${last[0]}`;
  }
  return null;
}

function messageOf(fields: readonly string[], messageId: string): Message | null {
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const json = fields[i + 1];
    // Only a text that contains the id is worth parsing.
    if (fields[i] !== entryField.message || !json?.includes(messageId)) continue;
    const message = parseMessage(json);
    // Another message of the same group names this id as well.
    if (message?.id === messageId) return message;
  }
  return null;
}

function parseMessage(json: string): Message | null {
  try {
    return Message.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}
