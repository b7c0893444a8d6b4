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
        needsFrom:
          pending > 0 ? await oldestPending(redis, stream, group, lastDelivered) : lastDelivered,
      };
    }),
  );
}

/** Returns the oldest pending entry. If they were acknowledged meanwhile, so was the last one delivered. */
async function oldestPending(
  redis: RedisClient,
  stream: string,
  group: string,
  lastDelivered: string,
): Promise<string> {
  const { count, oldest } = await pendingSummary(redis, stream, group);
  return count === 0 ? lastDelivered : oldest;
}

/** Returns a negative number when `a` is the older entry id, 0 when they are the same. */
export function compareEntryIds(a: string, b: string): number {
  const [aMs = "0", aCount = "0"] = a.split("-");
  const [bMs = "0", bCount = "0"] = b.split("-");
  return Number(aMs) - Number(bMs) || Number(aCount) - Number(bCount);
}

/** Returns how many entries were handed out and not acknowledged, and the oldest, `0-0` for none. */
async function pendingSummary(
  redis: RedisClient,
  stream: string,
  group: string,
): Promise<{ readonly count: number; readonly oldest: string }> {
  const [count, oldest] = (await redis.xpending(stream, group)) as [number, string | null];
  return { count, oldest: oldest ?? "0-0" };
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
