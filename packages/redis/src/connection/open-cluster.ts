import type { RedisAddress } from "@jetwire/runtime";
import { Cluster, type ClusterOptions } from "ioredis";

export type ClusterAddress = Extract<RedisAddress, { kind: "cluster" }>;

/** How often hash slots are refreshed, for changes without an error: the failover of a frozen master. */
const refreshMs = 2_000;

/**
 * Opens a client of a Cluster, which reconnects by itself.
 *
 * @param ofNodes options of the connection to each node
 */
export function openCluster(
  { nodes, username, password, tls }: ClusterAddress,
  ofNodes: Omit<NonNullable<ClusterOptions["redisOptions"]>, "replyMapping">,
  options: Omit<ClusterOptions, "redisOptions"> = {},
): Cluster {
  return new Cluster([...nodes], {
    slotsRefreshInterval: refreshMs,
    // Certificates contain names of nodes, so they must not be resolved to addresses.
    ...(tls ? { dnsLookup: (host, found) => found(null, host) } : {}),
    ...options,
    redisOptions: {
      ...ofNodes,
      ...(username === null ? {} : { username }),
      ...(password === null ? {} : { password }),
      ...(tls ? { tls: {} } : {}),
    },
  });
}
