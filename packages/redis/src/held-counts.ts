import { randomUUID } from "node:crypto";
import { pause } from "@jetwire/runtime";
import type { RedisClient } from "./redis-client.ts";
import type { Keys } from "./keys.ts";
import { loadScript } from "./script.ts";
import { storeWatch } from "./store-watch.ts";

const takeScript = loadScript("held-take");
const giveBackScript = loadScript("held-give-back");
const renewScript = loadScript("held-renew");
const sumScript = loadScript("held-sum");

/** What a replica that died held is free after this long. */
const leaseMs = 12_000;
const beatMs = 3_000;
const fieldsPerCommand = 500;

/**
 * How many of each thing (connections of an address, of an account) the replicas of a service hold
 * together. Each writes down what it holds under one lease; with Redis away it knows its own alone,
 * and writes down anew what Redis has lost.
 */
export interface HeldCounts {
  /**
   * Takes one, unless all replicas together hold `max`. With Redis away or frozen this replica's
   * own count decides: only who finds that out waits for it. Never rejects.
   */
  take(name: string, max: number): Promise<boolean>;
  /** Gives one back that was taken. */
  giveBack(name: string): void;
  /** Renews the lease until the signal aborts, then gives everything back. */
  run(signal: AbortSignal): Promise<void>;
  /** One renewal, for tests. @throws when Redis doesn't answer */
  renew(): Promise<void>;
}

/** @param redis a connection of role `limiter`: it answers at once or not at all */
export function createHeldCounts(redis: RedisClient, keys: Keys): HeldCounts {
  const replica = randomUUID();
  const own = keys.held.ofReplicaPrefix + replica;
  const { replicas, ofReplicaPrefix } = keys.held;
  const held = new Map<string, number>();
  const watch = storeWatch(redis);
  let total = 0;

  function add(name: string, change: 1 | -1): number {
    const count = (held.get(name) ?? 0) + change;
    if (count > 0) held.set(name, count);
    else held.delete(name);
    total += change;
    return count;
  }

  async function renew(): Promise<void> {
    const args = [replica, leaseMs, total];
    if ((await renewScript.run(redis, [replicas, own], args)) !== 1) await writeDown();
  }

  async function writeDown(): Promise<void> {
    const fields = [...held, ["*", total] as const];
    const commands = redis.multi().del(own);
    for (let start = 0; start < fields.length; start += fieldsPerCommand) {
      commands.hset(own, ...fields.slice(start, start + fieldsPerCommand).flat());
    }
    await commands.pexpire(own, leaseMs).exec();
  }

  async function takeShared(name: string, max: number, mine: number): Promise<boolean> {
    try {
      const args = [replica, name, max, leaseMs, ofReplicaPrefix];
      return (await takeScript.run(redis, [replicas, own], args)) === 1;
    } catch {
      watch.failed();
      return mine <= max;
    }
  }

  return {
    async take(name, max) {
      const mine = add(name, 1);
      // What is taken without Redis is written down at the next renewal.
      const taken = watch.isAway() ? mine <= max : await takeShared(name, max, mine);
      if (!taken) add(name, -1);
      return taken;
    },
    giveBack(name) {
      if (!held.has(name)) return;
      add(name, -1);
      // Where this is lost, the next renewal finds that the counts differ.
      giveBackScript.run(redis, [own], [name]).catch(() => {});
    },
    renew,
    async run(signal) {
      while (!signal.aborted) {
        await renew().catch(() => {});
        await pause(beatMs, signal);
      }
      await Promise.all([redis.zrem(replicas, replica), redis.unlink(own)]).catch(() => {});
    },
  };
}

/** How many of something all replicas hold together. @throws when Redis doesn't answer */
export async function sumHeld(redis: RedisClient, keys: Keys, name: string): Promise<number> {
  const { replicas, ofReplicaPrefix } = keys.held;
  return Number(await sumScript.run(redis, [replicas], [name, ofReplicaPrefix]));
}

/** The name under which gateways hold connections that sniff. */
export const heldViewers = "viewers";
