import { type EntryDetails, readEntryDetails, type StreamEntry } from "@jetwire/protocol";
import type { RedisClient } from "../connection/redis-client.ts";
import type { ReadBatch } from "./read-batch.ts";

/** Adds the details, as far as Redis has them; entries of version 1 have theirs already. */
export async function addDetails(
  redis: RedisClient,
  stream: string,
  { entries }: ReadBatch,
): Promise<StreamEntry[]> {
  const ids = entries.filter(({ details }) => details === null).map(({ entryId }) => entryId);
  const [first] = ids;
  const found = new Map<string, EntryDetails>();
  if (first !== undefined) {
    const rows = await redis.xrange(stream, first, ids.at(-1) ?? first, "COUNT", ids.length);
    for (const [id, fields] of rows) found.set(id, readEntryDetails(fields));
    // Pending entries may lie further apart.
    for (const id of ids.filter((wanted) => !found.has(wanted))) {
      const [row] = await redis.xrange(stream, id, id);
      if (row !== undefined) found.set(id, readEntryDetails(row[1]));
    }
  }
  return entries.map((entry) => ({
    ...entry,
    details: entry.details ?? found.get(entry.entryId) ?? null,
  }));
}
