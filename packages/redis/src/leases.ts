import type { StreamGroup } from "@jetwire/protocol";
import type { Redis } from "ioredis";
import type { Keys } from "./keys.ts";
import { loadScript } from "./script.ts";

const take = loadScript("lease");
const release = loadScript("release");

/** A lease outlives its last renewal by this much, so a dead replica's partitions are free then. */
export const leaseMs = 5_000;
/** How often a replica renews what it holds and takes its share. */
export const leaseBeatMs = 1_000;

/** Which partitions of a group a replica reads. Each has one reader at a time: order holds per station. */
export interface Leases {
  /**
   * One beat: renews, takes free partitions up to a fair share of those alive, gives back what is
   * over it.
   *
   * @returns the partitions held until the next beat.
   */
  beat(nowMs: number): Promise<ReadonlySet<number>>;
  /** Gives everything back, so that others need not wait for the leases to run out. */
  releaseAll(): Promise<void>;
}

export function createLeases(
  redis: Redis,
  keys: Keys,
  group: StreamGroup,
  partitions: number,
  holder: string,
): Leases {
  let held = new Set<number>();

  async function fairShare(nowMs: number): Promise<number> {
    const members = keys.members(group);
    await redis.zadd(members, nowMs, holder);
    await redis.zremrangebyscore(members, "-inf", nowMs - leaseMs);
    return Math.ceil(partitions / Math.max(1, await redis.zcard(members)));
  }

  return {
    async beat(nowMs) {
      const share = await fairShare(nowMs);
      const now = new Set<number>();
      // What is held comes first, so that partitions don't wander between replicas.
      const order = [...held, ...allPartitions(partitions).filter((p) => !held.has(p))];
      for (const partition of order) {
        const key = keys.lease(group, partition);
        if (now.size < share) {
          if ((await take.run(redis, [key], [holder, leaseMs])) === 1) now.add(partition);
        } else if (held.has(partition)) {
          await release.run(redis, [key], [holder]);
        }
      }
      held = now;
      return held;
    },

    async releaseAll() {
      for (const partition of allPartitions(partitions)) {
        await release.run(redis, [keys.lease(group, partition)], [holder]);
      }
      await redis.zrem(keys.members(group), holder);
      held = new Set();
    },
  };
}

function allPartitions(count: number): number[] {
  return Array.from({ length: count }, (_, partition) => partition);
}
