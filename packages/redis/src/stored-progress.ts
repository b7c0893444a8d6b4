import type { Redis } from "ioredis";
import type { Keys } from "./keys.ts";
import { compareEntryIds, groupProgress } from "./trim.ts";

/** Per partition, the last entry handed to fanout: feed logs have nothing of later ones yet. */
export type FanoutMark = readonly string[];

const streamStart = "0-0";

/** How far fanout is, at most, now. */
export async function fanoutMark(
  redis: Redis,
  keys: Keys,
  partitions: number,
): Promise<FanoutMark> {
  const all = Array.from({ length: partitions }, (_, partition) =>
    groupProgress(redis, keys, partition),
  );
  return (await Promise.all(all)).map(
    (groups) => groups.find(({ group }) => group === "fanout")?.lastDelivered ?? streamStart,
  );
}

/** Whether the persister has stored, or put away, all that fanout had at a mark. */
export async function isStoredUpTo(redis: Redis, keys: Keys, mark: FanoutMark): Promise<boolean> {
  const stored = await Promise.all(
    mark.map(async (entryId, partition) => {
      if (entryId === streamStart) return true;
      const groups = await groupProgress(redis, keys, partition);
      const persister = groups.find(({ group }) => group === "persister");
      // A stream that is gone has nothing that the persister still could store.
      if (persister === undefined) return true;
      const order = compareEntryIds(persister.needsFrom, entryId);
      return persister.pending > 0 ? order > 0 : order >= 0;
    }),
  );
  return stored.every(Boolean);
}
