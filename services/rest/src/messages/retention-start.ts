import { retentionStartMs } from "@jetwire/db";
import { createLastKnown } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";

const keptMs = 60_000;

/**
 * Since when there are messages, Unix ms, as known within the last minute; 0 when there is no day of
 * them yet. Days are dropped, and made for what is imported, rarely.
 *
 * @throws AppError `unavailable` when Postgres is away and it was never known
 */
export function createRetentionStart(read: Read, now: () => number): () => Promise<number> {
  return createLastKnown(async () => (await read(retentionStartMs)) ?? 0, keptMs, now);
}
