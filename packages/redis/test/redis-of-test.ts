import { emptyNamespace, randomNamespace } from "@jetwire/testbed";
import { createLogger, createMetrics, type Metrics } from "@jetwire/runtime";
import { inject } from "vitest";
import { createKeys, createRedisOpener, type Keys, type RedisConnection, type RedisOpener } from "../src/index.ts"; // prettier-ignore

/** A connection and a namespace of a test's own on the shared Redis; its keys are gone afterwards. */
export interface TestRedis extends AsyncDisposable {
  readonly redis: RedisConnection;
  readonly opener: RedisOpener;
  readonly keys: Keys;
  readonly metrics: Metrics;
  readonly url: string;
}

export async function openTestRedis(url = inject("redisUrl")): Promise<TestRedis> {
  const metrics = createMetrics({});
  const opener = createRedisOpener(url, createLogger("test", "silent"), metrics);
  const redis = await opener.open("append");
  const keys = createKeys(randomNamespace());
  return {
    redis,
    opener,
    keys,
    metrics,
    url,
    async [Symbol.asyncDispose]() {
      await emptyNamespace(redis, keys.namespace);
      await redis[Symbol.asyncDispose]();
    },
  };
}
