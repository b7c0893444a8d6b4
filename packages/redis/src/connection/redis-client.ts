import type { EventEmitter } from "node:events";
import type { Cluster, Redis } from "ioredis";

/** Members that both clients have but declare with different types. */
type OwnToEach = keyof EventEmitter | "status" | "options" | "duplicate" | "isCluster";

/** A client of one server or of a Cluster: its users need not know which. */
export type RedisClient = Pick<Redis, Exclude<keyof Redis & keyof Cluster, OwnToEach>> & {
  readonly status: string;
  on(event: "message" | "smessage", listener: (channel: string, message: string) => void): unknown;
  on(event: string, listener: () => void): unknown;
  once(event: string, listener: () => void): unknown;
};

/** Returns the Cluster behind a client, or null for one server. */
export function clusterOf(redis: RedisClient): Cluster | null {
  return "isCluster" in redis && redis.isCluster === true ? (redis as RedisClient & Cluster) : null;
}

/** Returns a connection to each master, for commands that address a server instead of a key. */
export function serversOf(redis: RedisClient): readonly Redis[] {
  return clusterOf(redis)?.nodes("master") ?? [redis as RedisClient & Redis];
}

/**
 * Calls back whenever a connection to a server was lost. Commands in flight may have been executed
 * although their replies were lost.
 */
export function onConnectionLost(redis: RedisClient, listener: () => void): void {
  redis.on("close", listener);
  if (clusterOf(redis) !== null) redis.on("-node", listener);
}

/**
 * Calls back whenever a server is connected again or another has taken over its hash slots. It may
 * be in an older state than the one that was lost.
 */
export function onReconnect(redis: RedisClient, listener: () => void): void {
  const cluster = clusterOf(redis);
  redis.on("ready", listener);
  if (cluster === null) return;
  let before = mastersOf(cluster);
  redis.on("refresh", () => {
    const now = mastersOf(cluster);
    if (now === before) return;
    before = now;
    listener();
  });
}

function mastersOf(cluster: Cluster): string {
  return [...new Set(cluster.slots.map(([master]) => master))].join(" ");
}
