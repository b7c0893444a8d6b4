import type { StreamGroup } from "@jetwire/protocol";
import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";
import { createStreams } from "./streams.ts";
import { loadScript } from "../connection/script.ts";

const beatOf = loadScript(new URL("./member-heartbeat.lua", import.meta.url));
const take = loadScript(new URL("./lease-take.lua", import.meta.url));
const release = loadScript(new URL("./lease-release.lua", import.meta.url));

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

/** @param configured the least number of partitions; there are more while more are in use */
export function createLeases(
  redis: RedisClient,
  keys: Keys,
  group: StreamGroup,
  configured: number,
  holder: string,
): Leases {
  let partitions = configured;
  const held = new Set<number>();
  const members = keys.members(group);
  const streams = createStreams(redis, keys);

  /** Null when it can't be told, so that nothing is taken or given back meanwhile. */
  async function fairShare(): Promise<number | null> {
    try {
      const [alive, inUse] = await Promise.all([
        beatOf.run(redis, [members], [holder, leaseMs]).then(Number),
        streams.partitionsInUse(configured),
      ]);
      partitions = inUse;
      return Math.ceil(partitions / Math.max(1, alive));
    } catch {
      return null;
    }
  }

  async function takeOne(partition: number): Promise<void> {
    const taken = await take.run(redis, [keys.lease(group, partition)], [holder, leaseMs]);
    if (taken === 1) held.add(partition);
    else held.delete(partition);
  }

  /**
   * A lease that can't be renewed stays held: its server is away and the partition with it, so nobody
   * else can take it either, and others must not wait for it.
   *
   * @throws when none can be.
   */
  async function renew(): Promise<void> {
    const renewals = [...held].map(takeOne);
    const settled = await Promise.allSettled(renewals);
    if (settled.length > 0 && settled.every(({ status }) => status === "rejected")) {
      await Promise.all(renewals);
    }
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
      if (share === null) return { held: new Set(held), surplus: [] };
      for (let partition = 0; partition < partitions && held.size < share; partition++) {
        // One whose server is away is nobody's until it is back.
        if (!held.has(partition)) await takeOne(partition).catch(() => {});
      }
      return { held: new Set(held), surplus: [...held].slice(share) };
    },

    renew,
    giveBack,

    async releaseAll() {
      const all = Array.from({ length: partitions }, (_, partition) => giveBack(partition));
      await Promise.allSettled([redis.zrem(members, holder), ...all]);
    },
  };
}
