import type { EventEmitter } from "node:events";
import type { Cluster, Redis } from "ioredis";

/** What clients of one server and of a Cluster have in common, but for what their types say of it. */
type OwnToEach = keyof EventEmitter | "status" | "options" | "duplicate" | "isCluster";

/** A client of one server or of a Cluster: what uses it need not know which. */
export type RedisClient = Pick<Redis, Exclude<keyof Redis & keyof Cluster, OwnToEach>> & {
  readonly status: string;
  on(event: "message" | "smessage", hear: (channel: string, message: string) => void): unknown;
  on(event: string, hear: () => void): unknown;
  once(event: string, hear: () => void): unknown;
};

/** The Cluster behind a client, or null for one server. */
export function clusterOf(redis: RedisClient): Cluster | null {
  return "isCluster" in redis && redis.isCluster === true ? (redis as RedisClient & Cluster) : null;
}

/** The servers that a client speaks to as masters, for what is asked of servers, not of keys. */
export function serversOf(redis: RedisClient): readonly Redis[] {
  return clusterOf(redis)?.nodes("master") ?? [redis as RedisClient & Redis];
}

/**
 * Calls back whenever a connection to a server was lost: what was on its way may have been carried
 * out, and what it answered is gone.
 */
export function hearLostConnections(redis: RedisClient, hear: () => void): void {
  redis.on("close", hear);
  if (clusterOf(redis) !== null) redis.on("-node", hear);
}

/**
 * Calls back whenever a server is back, or another has taken its place: it may be in an older state
 * than the one that was left.
 */
export function hearReturns(redis: RedisClient, hear: () => void): void {
  const cluster = clusterOf(redis);
  redis.on("ready", hear);
  if (cluster === null) return;
  let before = mastersOf(cluster);
  redis.on("refresh", () => {
    const now = mastersOf(cluster);
    if (now === before) return;
    before = now;
    hear();
  });
}

function mastersOf(cluster: Cluster): string {
  return [...new Set(cluster.slots.map(([master]) => master))].join(" ");
}
