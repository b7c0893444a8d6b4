import type { RedisClient } from "./redis-client.ts";
import type { StreamGroup } from "@jetwire/protocol";
import type { Keys } from "./keys.ts";
import { partitionsInUse } from "./partitions.ts";
import { compareEntryIds, groupProgress } from "./trim.ts";

/** Per partition, the last entry handed to fanout: feed logs have nothing of later ones yet. */
export type FanoutMark = readonly string[];

const streamStart = "0-0";

/** How far fanout is, at most, now. */
export async function fanoutMark(
  redis: RedisClient,
  keys: Keys,
  partitions: number,
): Promise<FanoutMark> {
  return await inEach(redis, keys, partitions, async (partition) => {
    const groups = await groupProgress(redis, keys, partition);
    return groups.find(({ group }) => group === "fanout")?.lastDelivered ?? streamStart;
  });
}

/** Per partition, the last entry appended. */
export async function streamEnds(
  redis: RedisClient,
  keys: Keys,
  partitions: number,
): Promise<readonly string[]> {
  return await inEach(redis, keys, partitions, async (partition) => {
    const [last] = await redis.xrevrange(keys.stream(partition), "+", "-", "COUNT", 1);
    return last?.[0] ?? streamStart;
  });
}

/** Whether the persister has stored, or put away, all that fanout had at a mark. */
export async function isStoredUpTo(
  redis: RedisClient,
  keys: Keys,
  mark: FanoutMark,
): Promise<boolean> {
  return await isDoneUpTo(redis, keys, "persister", mark);
}

/** Whether a group has acknowledged every entry up to a mark, or all that Redis still has of them. */
export async function isDoneUpTo(
  redis: RedisClient,
  keys: Keys,
  group: StreamGroup,
  mark: readonly string[],
): Promise<boolean> {
  const done = await Promise.all(
    mark.map(async (entryId, partition) => {
      if (entryId === streamStart) return true;
      const groups = await groupProgress(redis, keys, partition);
      const progress = groups.find((one) => one.group === group);
      // A stream that is gone has nothing that the group still could work on.
      if (progress === undefined) return groups.length === 0;
      const { pending, lag, needsFrom } = progress;
      // After a fail-over to an older state the mark may lie beyond the stream's end.
      if (pending === 0 && lag === 0) return true;
      const order = compareEntryIds(needsFrom, entryId);
      return pending > 0 ? order > 0 : order >= 0;
    }),
  );
  return done.every(Boolean);
}

async function inEach(
  redis: RedisClient,
  keys: Keys,
  configured: number,
  ask: (partition: number) => Promise<string>,
): Promise<string[]> {
  const partitions = await partitionsInUse(redis, keys, configured);
  return await Promise.all(Array.from({ length: partitions }, (_, partition) => ask(partition)));
}
