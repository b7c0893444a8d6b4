import { messagesKeptFromMs } from "@jetwire/db";
import type { Read } from "./reader.ts";

const askedEveryMs = 60_000;

/**
 * Since when there are messages, Unix ms, as known within the last minute; 0 when there is no day of
 * them yet. Days are dropped, and made for what is imported, rarely.
 *
 * @throws AppError `unavailable` when Postgres is away and it was never known
 */
export function createKeptFrom(read: Read, now: () => number): () => Promise<number> {
  let known: { fromMs: number; atMs: number } | undefined;
  return async () => {
    if (known && now() - known.atMs < askedEveryMs) return known.fromMs;
    try {
      known = { fromMs: (await read(messagesKeptFromMs)) ?? 0, atMs: now() };
    } catch (error) {
      if (!known) throw error;
    }
    return known.fromMs;
  };
}
