import { emptyNamespace } from "../src/index.ts";
import { randomNamespace } from "@jetwire/testbed";
import { createLogger, createMetrics, type Metrics } from "@jetwire/runtime";
import { inject } from "vitest";
import type { RedisOpener } from "../src/connection/connection.ts";
import { createRedisOpener, openStores, type RedisConnection, type Stores } from "../src/index.ts";

/** A connection and a namespace of one test on the shared Redis; its keys are deleted on disposal. */
export interface TestRedis extends AsyncDisposable, Stores {
  readonly redis: RedisConnection;
  readonly opener: RedisOpener;
  readonly metrics: Metrics;
  readonly url: string;
}

export async function openTestRedis(url = inject("redisUrl")): Promise<TestRedis> {
  const metrics = createMetrics({});
  const opener = createRedisOpener(url, createLogger("test", "silent"), metrics);
  const redis = await opener.open("append");
  const stores = openStores(redis, randomNamespace());
  return {
    redis,
    opener,
    ...stores,
    metrics,
    url,
    async [Symbol.asyncDispose]() {
      await emptyNamespace(redis, stores.keys.namespace);
      await redis[Symbol.asyncDispose]();
    },
  };
}
