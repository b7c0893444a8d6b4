import { streamGroups } from "@jetwire/protocol";
import type { RedisClient } from "../connection/redis-client.ts";

/** How far a group is in a partition. */
export interface GroupProgress {
  readonly group: string;
  readonly pending: number;
  /** Entries not yet handed out; null when Redis cannot tell. */
  readonly lag: number | null;
  readonly lastDelivered: string;
  /** The oldest entry it still needs. */
  readonly needsFrom: string;
}

export async function readProgress(redis: RedisClient, stream: string): Promise<GroupProgress[]> {
  const groups = (await redis.xinfo("GROUPS", stream).catch(emptyWithoutStream)) as unknown[][];
  return Promise.all(
    groups.map(async (fields) => {
      const info = new Map(pairs(fields));
      const group = String(info.get("name"));
      const pending = Number(info.get("pending"));
      const lag = info.get("lag");
      const lastDelivered = String(info.get("last-delivered-id"));
      return {
        group,
        pending,
        lag: lag === null ? null : Number(lag),
        lastDelivered,
        needsFrom: pending > 0 ? await oldestPending(redis, stream, group) : lastDelivered,
      };
    }),
  );
}

/**
 * Removes from a stream, and from another with the same entry ids, what all groups of the first have
 * acknowledged. Returns how many entries were removed from the first.
 */
export async function trimAcknowledged(
  redis: RedisClient,
  [stream, companion]: readonly [stream: string, companion: string],
): Promise<number> {
  const progress = await readProgress(redis, stream);
  const names = new Set(progress.map(({ group }) => group));
  if (!streamGroups.every((group) => names.has(group))) return 0;
  const oldest = progress.map(({ needsFrom }) => needsFrom).reduce(olderEntryId);
  const [removed] = await Promise.all([
    redis.xtrim(stream, "MINID", "~", oldest),
    redis.xtrim(companion, "MINID", "~", oldest),
  ]);
  return removed;
}

function olderEntryId(a: string, b: string): string {
  return compareEntryIds(a, b) <= 0 ? a : b;
}

/** Returns a negative number when `a` is the older entry id, 0 when they are the same. */
export function compareEntryIds(a: string, b: string): number {
  const [aMs = "0", aCount = "0"] = a.split("-");
  const [bMs = "0", bCount = "0"] = b.split("-");
  return Number(aMs) - Number(bMs) || Number(aCount) - Number(bCount);
}

/** Returns the oldest entry that was handed out and not acknowledged, `0-0` when there is none. */
export async function oldestPending(
  redis: RedisClient,
  stream: string,
  group: string,
): Promise<string> {
  const [, oldest] = (await redis.xpending(stream, group)) as [number, string | null];
  return oldest ?? "0-0";
}

function emptyWithoutStream(error: unknown): [] {
  if (error instanceof Error && error.message.includes("no such key")) return [];
  throw error;
}

function pairs(fields: readonly unknown[]): [unknown, unknown][] {
  const result: [unknown, unknown][] = [];
  for (let i = 0; i + 1 < fields.length; i += 2) result.push([fields[i], fields[i + 1]]);
  return result;
}
