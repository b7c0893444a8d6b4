import { openCluster, reconnectMs } from "@jetwire/redis";
import { readRedisAddress } from "@jetwire/runtime";
import type { ConnectionOptions } from "bullmq";

/** BullMQ needs replies in RESP2, and retries for as long as Redis is unavailable. */
const shared = { maxRetriesPerRequest: null, connectTimeout: 2_000, protocol: 2 } as const;

/** The connection options of BullMQ; disposal disconnects what they contain. */
export interface JobsConnection extends Disposable {
  readonly connection: ConnectionOptions;
}

/**
 * Returns how BullMQ connects. It opens connections of its own, some of them blocking, which wait for
 * Redis without a time-out, so nothing that a client waits for may use them. For a Redis Cluster it
 * gets a client, which it duplicates.
 */
export function openJobsConnection(url: string): JobsConnection {
  const address = readRedisAddress(url);
  if ("mistake" in address) throw new Error(`address of Redis: ${address.mistake}`);
  if (address.kind === "server") {
    const connection = { ...address.at, ...shared, retryStrategy: reconnectMs };
    return { connection, [Symbol.dispose]() {} };
  }
  const cluster = openCluster(address, shared, { clusterRetryStrategy: reconnectMs });
  return { connection: cluster, [Symbol.dispose]: () => cluster.disconnect() };
}
