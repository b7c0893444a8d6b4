import type { StreamGroup } from "@jetwire/protocol";
import type { RedisClient } from "../connection/redis-client.ts";
import { loadScript } from "../connection/script.ts";
import type { Keys } from "../keys.ts";
import type { Lease } from "./lease.ts";
import { createStreams } from "./streams.ts";

const heartbeatScript = loadScript(new URL("./member-heartbeat.lua", import.meta.url));
const takeScript = loadScript(new URL("./lease-take.lua", import.meta.url));
const releaseScript = loadScript(new URL("./lease-release.lua", import.meta.url));

/** How long a lease outlives its last renewal: a crashed replica's partitions are free then. */
const leaseMs = 5_000;
/** A lease counts as lost this long before it ends in Redis: clocks do not run at the same speed. */
const clockMarginMs = 100;
/** How often a replica renews its leases and takes its share. */
export const heartbeatMs = 1_000;

export interface Leased {
  /** The leases until the next heartbeat, by partition. */
  readonly leases: ReadonlyMap<number, Lease>;
  /** Those of them that exceed the fair share: to be released once nobody here reads them. */
  readonly surplus: readonly number[];
}

/** The partitions that a replica of a group reads. Each has one reader at a time: order holds per station. */
export type Leases = ReturnType<typeof createLeases>;

export interface LeaseOptions {
  readonly group: StreamGroup;
  /** The least number of partitions; there are more while more are in use. */
  readonly partitions: number;
  /** This replica's identity, as `createProcessIdentity` makes it. */
  readonly replica: string;
}

/** A lease that this replica has taken. */
interface TakenLease {
  readonly lease: Lease;
  validUntilMs: number;
}

export function createLeases(redis: RedisClient, keys: Keys, options: LeaseOptions) {
  const { group, replica } = options;
  const members = keys.members(group);
  const streams = createStreams(redis, keys);
  const leased = new Map<number, TakenLease>();
  /** Tokens that targets have seen, by partition. */
  const floors = new Map<number, number>();
  let partitions = options.partitions;

  /** Returns null when Redis does not answer, so that nothing is taken or released meanwhile. */
  async function fairShare(): Promise<number | null> {
    try {
      const [alive, inUse] = await Promise.all([
        heartbeatScript.run(redis, [members], [replica, leaseMs]).then(Number),
        streams.partitionsInUse(options.partitions),
      ]);
      partitions = inUse;
      return Math.ceil(partitions / Math.max(1, alive));
    } catch {
      return null;
    }
  }

  async function take(partition: number): Promise<void> {
    const sentMs = performance.now();
    const names = [keys.lease(group, partition), keys.leaseToken(group, partition)];
    const args = [replica, leaseMs, floors.get(partition) ?? 0];
    const token = Number(await takeScript.run(redis, names, args));
    if (token === 0) {
      leased.delete(partition);
      return;
    }
    const known = leased.get(partition);
    const taken =
      known?.lease.token === token ? known : { lease: leaseOf(partition, token), validUntilMs: 0 };
    taken.validUntilMs = sentMs + leaseMs - clockMarginMs;
    leased.set(partition, taken);
  }

  function leaseOf(partition: number, token: number): Lease {
    function current(): TakenLease | null {
      const taken = leased.get(partition);
      return taken?.lease.token === token ? taken : null;
    }
    return {
      partition,
      token,
      owner: `${replica} ${token}`,
      isValid: () => performance.now() < (current()?.validUntilMs ?? 0),
      async confirm() {
        if (current() === null) return false;
        await take(partition);
        return current() !== null;
      },
      raise(least) {
        floors.set(partition, Math.max(least, floors.get(partition) ?? 0));
      },
    };
  }

  /**
   * Keeps a lease that cannot be renewed: its server is unavailable and the partition with it, so
   * nobody else can take it, and others must not wait for it.
   *
   * @throws when no lease can be renewed.
   */
  async function renew(): Promise<void> {
    const renewals = [...leased.keys()].map(take);
    const results = await Promise.allSettled(renewals);
    if (results.length > 0 && results.every(({ status }) => status === "rejected")) {
      await Promise.all(renewals);
    }
  }

  function leasesNow(): Map<number, Lease> {
    return new Map([...leased].map(([partition, { lease }]) => [partition, lease]));
  }

  async function release(partition: number): Promise<void> {
    leased.delete(partition);
    await releaseScript.run(redis, [keys.lease(group, partition)], [replica]);
  }

  return {
    /** Renews all leases, and takes free partitions up to a fair share of the live replicas. */
    async heartbeat(): Promise<Leased> {
      const share = await fairShare();
      // Renewed before others are taken, so that partitions do not move between replicas.
      await renew();
      if (share === null) return { leases: leasesNow(), surplus: [] };
      for (let partition = 0; partition < partitions && leased.size < share; partition++) {
        // A partition whose server is unavailable has no reader until it is back.
        if (!leased.has(partition)) await take(partition).catch(() => {});
      }
      return { leases: leasesNow(), surplus: [...leased.keys()].slice(share) };
    },

    /** Renews all leases and takes none, for a replica that is stopping. */
    renew,
    /** Releases one partition. Its reader must have ended: another replica's may begin at once. */
    release,

    /** Releases everything, so that others need not wait for the leases to expire. */
    async releaseAll(): Promise<void> {
      const all = Array.from({ length: partitions }, (_, partition) => release(partition));
      await Promise.allSettled([redis.zrem(members, replica), ...all]);
    },
  };
}
