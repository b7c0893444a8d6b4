import { openCluster, reconnectMs } from "@jetwire/redis";
import { readRedisAddress } from "@jetwire/runtime";
import type { ConnectionOptions } from "bullmq";

/** BullMQ reads replies in the shapes of RESP2, and waits for Redis for ever. */
const shared = { maxRetriesPerRequest: null, connectTimeout: 2_000, protocol: 2 } as const;

/** How BullMQ connects, and what ends it once the queue is closed. */
export interface JobsConnection extends Disposable {
  readonly connection: ConnectionOptions;
}

/**
 * BullMQ opens connections of its own, blocking ones among them, which wait for Redis for ever
 * instead of giving commands up; so nothing that a client waits for may use them. To a Cluster it is
 * given one, which it copies.
 */
export function openJobsConnection(url: string): JobsConnection {
  const address = readRedisAddress(url);
  if ("mistake" in address) throw new Error(`address of Redis: ${address.mistake}`);
  if (address.kind === "server") {
    const connection = { url: address.url, ...shared, retryStrategy: reconnectMs };
    return { connection, [Symbol.dispose]() {} };
  }
  const cluster = openCluster(address, shared, { clusterRetryStrategy: reconnectMs });
  return { connection: cluster, [Symbol.dispose]: () => cluster.disconnect() };
}
