import { readEntryDetails, type StreamEntry } from "@jetwire/protocol";
import type { RedisClient } from "../connection/redis-client.ts";

/** Entries without their details, and the fields of those details that are known. */
interface WithoutDetails {
  readonly entries: readonly StreamEntry[];
  readonly found: ReadonlyMap<string, readonly string[] | null>;
}

/** Adds the details, as far as they are known or Redis has them; entries of version 1 have theirs already. */
export async function addDetails(
  redis: RedisClient,
  companion: string,
  { entries, found }: WithoutDetails,
): Promise<StreamEntry[]> {
  return await Promise.all(
    entries.map(async (entry) => {
      if (entry.details !== null) return entry;
      const known = found.get(entry.entryId);
      const [row] = known
        ? [[entry.entryId, known] as const]
        : await redis.xrange(companion, entry.entryId, entry.entryId);
      return { ...entry, details: row === undefined ? null : readEntryDetails(row[1]) };
    }),
  );
}
