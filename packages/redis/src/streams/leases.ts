import type { StreamGroup } from "@jetwire/protocol";
import type { RedisClient } from "../connection/redis-client.ts";
import { loadScript } from "../connection/script.ts";
import type { Keys } from "../keys.ts";
import { Lease } from "./lease.ts";
import { MessageStreams } from "./streams.ts";

const heartbeatScript = loadScript(new URL("./member-heartbeat.lua", import.meta.url));
const acquireScript = loadScript(new URL("./lease-acquire.lua", import.meta.url));
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

export interface LeaseOptions {
  readonly group: StreamGroup;
  /** The least number of partitions; there are more while more are in use. */
  readonly partitions: number;
  /** This replica's identity, as `createProcessIdentity` makes it. */
  readonly replica: string;
}

/**
 * The partitions that a replica of a group reads. Each has one reader at a time: order holds per station.
 *
 * A partition is *free* → *leased* (by a heartbeat, up to a fair share of the replicas that are alive) → *surplus* (when the
 * share shrinks: its reader ends, and it is released). A lease that was not renewed in time is another replica's, and
 * is forgotten at the next heartbeat.
 */
export class Leases {
  readonly #redis: RedisClient;
  readonly #keys: Keys;
  readonly #options: LeaseOptions;
  readonly #group;
  readonly #replica;
  readonly #members;
  readonly #streams;
  readonly #leased = new Map<number, Lease>();
  /** Tokens that targets have seen, by partition. */
  readonly #floors = new Map<number, number>();
  #partitions;

  constructor(redis: RedisClient, keys: Keys, options: LeaseOptions) {
    this.#redis = redis;
    this.#keys = keys;
    this.#options = options;
    const { group } = options;
    this.#group = group;
    this.#replica = options.replica;
    this.#members = keys.members(group);
    this.#streams = new MessageStreams(redis, keys);
    this.#partitions = options.partitions;
  }

  /** Renews all leases, and takes free partitions up to a fair share of the live replicas. */
  async heartbeat(): Promise<Leased> {
    const share = await this.#fairShare();
    // Renewed before others are taken, so that partitions do not move between replicas.
    await this.renew();
    if (share === null) return { leases: this.#leasesNow(), surplus: [] };
    for (
      let partition = 0;
      partition < this.#partitions && this.#leased.size < share;
      partition++
    ) {
      // A partition whose server is unavailable has no reader until it is back.
      if (!this.#leased.has(partition)) await this.#acquire(partition).catch(() => {});
    }
    return { leases: this.#leasesNow(), surplus: [...this.#leased.keys()].slice(share) };
  }

  /** Renews all leases and takes none, for a replica that is stopping. */
  async renew(): Promise<void> {
    const renewals = [...this.#leased.keys()].map((partition) => this.#acquire(partition));
    const results = await Promise.allSettled(renewals);
    if (results.length > 0 && results.every(({ status }) => status === "rejected")) {
      await Promise.all(renewals);
    }
  }

  /** Releases one partition. Its reader must have ended: another replica's may begin at once. */
  async release(partition: number): Promise<void> {
    this.#forget(partition);
    await releaseScript.run(
      this.#redis,
      [this.#keys.lease(this.#group, partition)],
      [this.#replica],
    );
  }

  /** Releases everything, so that others need not wait for the leases to expire. */
  async releaseAll(): Promise<void> {
    const all = Array.from({ length: this.#partitions }, (_, partition) => this.release(partition));
    await Promise.allSettled([this.#redis.zrem(this.#members, this.#replica), ...all]);
  }

  /** Returns null when Redis does not answer, so that nothing is taken or released meanwhile. */
  async #fairShare(): Promise<number | null> {
    try {
      const [alive, inUse] = await Promise.all([
        heartbeatScript.run(this.#redis, [this.#members], [this.#replica, leaseMs]).then(Number),
        this.#streams.partitionsInUse(this.#options.partitions),
      ]);
      this.#partitions = inUse;
      return Math.ceil(this.#partitions / Math.max(1, alive));
    } catch {
      return null;
    }
  }

  async #acquire(partition: number): Promise<void> {
    const sentMs = performance.now();
    const names = [
      this.#keys.lease(this.#group, partition),
      this.#keys.leaseToken(this.#group, partition),
    ];
    const args = [this.#replica, leaseMs, this.#floors.get(partition) ?? 0];
    const token = Number(await acquireScript.run(this.#redis, names, args));
    if (this.#leased.get(partition)?.token !== token) this.#forget(partition);
    if (token === 0) return;
    const lease = this.#leased.get(partition) ?? this.#createLease(partition, token);
    lease.extend(sentMs + leaseMs - clockMarginMs);
    this.#leased.set(partition, lease);
  }

  #createLease(partition: number, token: number): Lease {
    const renew = () => this.#acquire(partition);
    return new Lease(this.#replica, { partition, token }, { renew, floors: this.#floors });
  }

  #forget(partition: number): void {
    this.#leased.get(partition)?.lose();
    this.#leased.delete(partition);
  }

  #leasesNow(): Map<number, Lease> {
    return new Map(this.#leased);
  }
}
