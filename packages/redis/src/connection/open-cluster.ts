import type { RedisAddress } from "@jetwire/runtime";
import { Cluster, type ClusterOptions } from "ioredis";

export type ClusterAddress = Extract<RedisAddress, { kind: "cluster" }>;

/** What an error doesn't tell of, such as a frozen master's successor, is noticed at the next look. */
const lookMs = 2_000;

/**
 * Opens a client of a Cluster, which goes on trying by itself.
 *
 * @param ofNodes options of the connection to each node
 */
export function openCluster(
  { nodes, username, password, tls }: ClusterAddress,
  ofNodes: Omit<NonNullable<ClusterOptions["redisOptions"]>, "replyMapping">,
  options: Omit<ClusterOptions, "redisOptions"> = {},
): Cluster {
  return new Cluster([...nodes], {
    slotsRefreshInterval: lookMs,
    // Certificates carry names of nodes, which a look-up here would turn into addresses.
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
