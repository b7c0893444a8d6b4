import { randomUUID } from "node:crypto";
import { pause } from "@jetwire/runtime";
import { askOrFallBack } from "../connection/availability.ts";
import type { RedisClient } from "../connection/redis-client.ts";
import { loadScript } from "../connection/script.ts";
import type { Keys } from "../keys.ts";
import { createQuotaChanges } from "./quota-changes.ts";

const renewScript = loadScript(new URL("./quota-renew.lua", import.meta.url));
const sumScript = loadScript(new URL("./quota-sum.lua", import.meta.url));

/** How long the reservations of a crashed replica remain. */
const leaseMs = 12_000;
const renewEveryMs = 3_000;
const fieldsPerCommand = 500;

/**
 * Amounts that the replicas of a service share: connections of an address, of an account. Each
 * replica keeps what it has reserved in Redis under one lease. While Redis is unavailable it counts
 * alone, and writes what Redis has lost again at the next renewal.
 */
export type Quota = ReturnType<typeof createQuota>;

/** Returns the quota in which gateways count the connections of an account. */
export function accountConnections(accountId: string): string {
  return `account:${accountId}`;
}

/** The quota in which gateways count connections that receive the firehose. */
export const sniffingQuota = "viewers";

/** Open the stores over a connection of role `limiter`: it answers at once or not at all. */
export function createQuotas(redis: RedisClient, keys: Keys) {
  const { replicas, ofReplicaPrefix } = keys.quota;

  async function total(name: string): Promise<number> {
    return Number(await sumScript.run(redis, [replicas], [name, ofReplicaPrefix]));
  }

  return {
    /** Joins as a replica of its own. */
    join: (): Quota => createQuota(redis, keys),
    /** Returns how many of something all replicas have together. @throws when Redis does not answer. */
    total,
    /** Returns the same; null while Redis is unavailable or frozen. Never rejects. */
    totalOrNull: (name: string): Promise<number | null> =>
      askOrFallBack<number | null>(
        redis,
        () => total(name),
        () => null,
      ),
  };
}

function createQuota(redis: RedisClient, keys: Keys) {
  const replica = randomUUID();
  const { replicas, ofReplicaPrefix } = keys.quota;
  const own = ofReplicaPrefix + replica;
  const changes = createQuotaChanges(redis, keys.quota, replica, leaseMs);
  const reserved = new Map<string, number>();
  let total = 0;

  function add(name: string, change: 1 | -1): number {
    const count = (reserved.get(name) ?? 0) + change;
    if (count > 0) reserved.set(name, count);
    else reserved.delete(name);
    total += change;
    return count;
  }

  async function renew(): Promise<void> {
    const args = [replica, leaseMs, total];
    if ((await renewScript.run(redis, [replicas, own], args)) !== 1) await rewrite();
  }

  async function rewrite(): Promise<void> {
    const fields = [...reserved, ["*", total] as const];
    const commands = redis.multi().del(own);
    for (let start = 0; start < fields.length; start += fieldsPerCommand) {
      commands.hset(own, ...fields.slice(start, start + fieldsPerCommand).flat());
    }
    await commands.pexpire(own, leaseMs).exec();
  }

  return {
    /**
     * Reserves one, unless all replicas together have `max`. While Redis is unavailable or frozen
     * this replica's own count decides. Never rejects.
     */
    async reserve(name: string, max: number): Promise<boolean> {
      const mine = add(name, 1);
      const isReserved = await askOrFallBack(
        redis,
        () => changes.change(name, max),
        () => mine <= max,
      );
      if (!isReserved) add(name, -1);
      return isReserved;
    },
    /** Releases one that was reserved. */
    release(name: string): void {
      if (!reserved.has(name)) return;
      add(name, -1);
      // If this is lost, the next renewal finds that the counts differ.
      changes.change(name, null).catch(() => {});
    },
    /** Renews the lease once, for tests. @throws when Redis does not answer. */
    renew,
    /** Renews the lease until the signal aborts, then releases everything. */
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await renew().catch(() => {});
        await pause(renewEveryMs, signal);
      }
      await Promise.all([redis.zrem(replicas, replica), redis.unlink(own)]).catch(() => {});
    },
  };
}
