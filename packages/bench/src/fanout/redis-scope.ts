import { createRedisOpener, type RedisConnection, type RedisRole } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";

/** A Redis, and a prefix of keys and channels that nothing else uses. */
export interface RedisScope {
  readonly redisUrl: string;
  readonly namespace: string;
}

const log = createLogger("bench", "silent");
const metrics = createMetrics({});

let opener: ReturnType<typeof createRedisOpener> | undefined;

export async function openScopedRedis(
  scope: RedisScope,
  role: RedisRole,
): Promise<RedisConnection> {
  opener ??= createRedisOpener(scope.redisUrl, log, metrics);
  return await opener.open(role);
}

/** Returns the channel of contestants that have no adapter. */
export function plainChannel({ namespace }: RedisScope): string {
  return `${namespace}:plain`;
}
