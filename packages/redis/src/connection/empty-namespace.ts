import { type RedisClient, serversOf } from "./redis-client.ts";

/**
 * Removes every key of a namespace, from one server or all of a Cluster. Services rebuild what they need: messages that
 * were not stored are still in the journals of ingest.
 */
export async function emptyNamespace(redis: RedisClient, namespace: string): Promise<void> {
  for (const server of serversOf(redis)) {
    const names = server.scanStream({ match: `${namespace}:*`, count: 1_000 });
    for await (const found of names) {
      await Promise.all((found as string[]).map((name) => redis.unlink(name)));
    }
  }
}
