import { createLogger, createMetrics } from "@jetwire/runtime";
import { randomNamespace } from "@jetwire/testbed";
import { expect, inject, test } from "vitest";
import {
  countHeard,
  createKeys,
  createRedisOpener,
  readFirehoseState,
  writeFirehoseState,
} from "../src/index.ts";

test("every replica is answered the rate of all, and a burst shows within its second", async () => {
  const keys = createKeys(randomNamespace());
  const opener = createRedisOpener(
    inject("redisUrl"),
    createLogger("test", "silent"),
    createMetrics({}),
  );
  await using redis = await opener.open("request");
  const first = await countHeard(redis, keys, 4_000);
  const second = await countHeard(redis, keys, 6_000);
  expect(first).toBe(4_000);
  // Both in one second, or the second a moment later: then the first is in the average.
  expect(second).toBeGreaterThanOrEqual(6_000);
  expect(second).toBeLessThanOrEqual(10_000);

  expect(await readFirehoseState(redis, keys)).toBeNull();
  const state = { fraction: 0.25, eventsPerSecondMax: 50 };
  await writeFirehoseState(redis, keys, state);
  expect(await readFirehoseState(redis, keys)).toEqual(state);
});

test("a silence brings the rate down", async () => {
  const keys = createKeys(randomNamespace());
  const opener = createRedisOpener(
    inject("redisUrl"),
    createLogger("test", "silent"),
    createMetrics({}),
  );
  await using redis = await opener.open("request");
  await countHeard(redis, keys, 1_000);
  const long = Math.floor(Date.now() / 1_000) - 60;
  await redis.hset(keys.firehoseState, "second", long);
  expect(await countHeard(redis, keys, 0)).toBeLessThan(50);
});
