import { createKeys } from "../keys.ts";
import { type RedisClient, serversOf } from "./redis-client.ts";

/**
 * Removes every key of a namespace, from one server or all of a Cluster, besides those of a restore that runs. Services rebuild
 * what they need: messages that were not stored are still in the journals of ingest.
 */
export async function emptyNamespace(redis: RedisClient, namespace: string): Promise<void> {
  const kept = new Set<string>(Object.values(createKeys(namespace).restore));
  for (const server of serversOf(redis)) {
    const names = server.scanStream({ match: `${namespace}:*`, count: 1_000 });
    for await (const found of names) {
      const removed = (found as string[]).filter((name) => !kept.has(name));
      await Promise.all(removed.map((name) => redis.unlink(name)));
    }
  }
}
