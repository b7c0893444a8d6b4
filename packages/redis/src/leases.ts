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

export interface Beat {
  /** The partitions held until the next beat. */
  readonly held: ReadonlySet<number>;
  /** Of those, the ones over the fair share: to be given back once nobody here reads them. */
  readonly surplus: readonly number[];
}

/** Which partitions of a group a replica reads. Each has one reader at a time: order holds per station. */
export interface Leases {
  /** One beat: renews what is held, and takes free partitions up to a fair share of those alive. */
  beat(): Promise<Beat>;
  /** Renews what is held and takes nothing, for a replica that is on its way out. */
  renew(): Promise<void>;
  /** Gives one partition back. Its reader must have ended: another replica's may begin at once. */
  giveBack(partition: number): Promise<void>;
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
  const held = new Set<number>();
  const members = keys.members(group);

  async function fairShare(): Promise<number> {
    // By Redis' clock: the replicas' own may differ by more than a lease lasts.
    const [seconds, microseconds] = await redis.time();
    const nowMs = Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
    await redis.zadd(members, nowMs, holder);
    await redis.zremrangebyscore(members, "-inf", nowMs - leaseMs);
    return Math.ceil(partitions / Math.max(1, await redis.zcard(members)));
  }

  async function takeOne(partition: number): Promise<void> {
    const taken = await take.run(redis, [keys.lease(group, partition)], [holder, leaseMs]);
    if (taken === 1) held.add(partition);
    else held.delete(partition);
  }

  async function renew(): Promise<void> {
    for (const partition of held) await takeOne(partition);
  }

  async function giveBack(partition: number): Promise<void> {
    held.delete(partition);
    await release.run(redis, [keys.lease(group, partition)], [holder]);
  }

  return {
    async beat() {
      const share = await fairShare();
      // What is held comes first, so that partitions don't wander between replicas.
      await renew();
      for (let partition = 0; partition < partitions && held.size < share; partition++) {
        if (!held.has(partition)) await takeOne(partition);
      }
      return { held: new Set(held), surplus: [...held].slice(share) };
    },

    renew,
    giveBack,

    async releaseAll() {
      await redis.zrem(members, holder);
      for (let partition = 0; partition < partitions; partition++) await giveBack(partition);
    },
  };
}
