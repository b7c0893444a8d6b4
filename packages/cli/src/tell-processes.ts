import type { Notice } from "@jetwire/protocol";
import {
  createKeys,
  createRedisOpener,
  type Keys,
  publishNotice,
  type RedisConnection,
  wakeUser,
} from "@jetwire/redis";
import { createLogger, createMetrics, withDeadline } from "@jetwire/runtime";
import type { Servers } from "./servers.ts";

const tellMsMax = 2_000;

/**
 * Tells all processes of what they may have remembered. That Redis isn't known or doesn't answer is
 * no failure: they ask Postgres every other second as well.
 */
export async function tellProcesses(servers: Servers, notice: Notice): Promise<void> {
  await withRedis(servers, (redis, keys) => publishNotice(redis, keys, notice));
}

/** Has a user's sessions look for what is new; they look every few seconds without it. */
export async function tellUser(servers: Servers, userId: string): Promise<void> {
  await withRedis(servers, (redis, keys) => wakeUser(redis, keys, userId));
}

/** Does something with Redis, as far as it answers. Never rejects. */
export async function withRedis(
  servers: Servers,
  tell: (redis: RedisConnection, keys: Keys) => Promise<void>,
): Promise<void> {
  if (servers.redisUrl === null) return;
  const log = createLogger("jetwire", "silent");
  const opening = createRedisOpener(servers.redisUrl, log, createMetrics({})).open("request");
  try {
    const redis = await withDeadline(opening, tellMsMax, "connecting to Redis");
    await tell(redis, createKeys(servers.namespace));
  } catch {
    // The next check finds it.
  } finally {
    void opening.then((redis) => redis.disconnect());
  }
}
