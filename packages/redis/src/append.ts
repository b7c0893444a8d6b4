import { entryVersion } from "@jetwire/protocol";
import type { RedisClient } from "./redis-client.ts";
import type { Keys } from "./keys.ts";
import { loadScript } from "./script.ts";

const script = loadScript("append");

/** An entry on its way into a partition; the texts are stored as they are. */
export interface OutgoingEntry {
  readonly seq: number;
  readonly stationId: number;
  readonly messageJson: string;
  readonly linksJson: string;
  readonly raw: string;
}

/** `lost`: Redis no longer knows what this producer appended; `last` is what it does know. */
export type AppendOutcome =
  | { readonly outcome: "appended"; readonly count: number; readonly last: number }
  | { readonly outcome: "lost"; readonly last: number };

/**
 * Appends entries (ascending `seq`) to one partition, each once however often they are sent.
 *
 * @param producer `<producer>:<epoch>`
 * @param knownLast the last sequence number the producer knows to be in this partition, 0 for none
 * @throws when Redis doesn't answer in time or refuses (out of memory): outcome unknown, send again.
 */
export async function appendEntries(
  redis: RedisClient,
  keys: Keys,
  partition: number,
  producer: string,
  knownLast: number,
  entries: readonly OutgoingEntry[],
): Promise<AppendOutcome> {
  const args: (string | number)[] = [producer, knownLast, entryVersion];
  for (const entry of entries) {
    args.push(entry.seq, entry.stationId, entry.messageJson, entry.linksJson, entry.raw);
  }
  const reply = await script.run(redis, [keys.stream(partition), keys.appended(partition)], args);
  const [count, last] = reply as [number, number];
  return count < 0 ? { outcome: "lost", last } : { outcome: "appended", count, last };
}

/** The last sequence number that Redis knows of a producer in a partition, 0 for none. */
export async function lastAppended(
  redis: RedisClient,
  keys: Keys,
  partition: number,
  producer: string,
): Promise<number> {
  return Number((await redis.hget(keys.appended(partition), producer)) ?? 0);
}

/**
 * Begins a producer's epoch in a partition: entries up to `seq` count as appended, because they are
 * stored already. Without this, a producer that has nothing more to append would take the missing
 * number for a loss at its next start.
 */
export async function beginEpoch(
  redis: RedisClient,
  keys: Keys,
  partition: number,
  producer: string,
  seq: number,
): Promise<void> {
  await redis.hset(keys.appended(partition), producer, seq);
}
