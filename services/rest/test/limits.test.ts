import { createKeys, createLimiter, createRedisOpener } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { randomNamespace } from "@jetwire/testbed";
import { expect, inject, test } from "vitest";
import { startRest } from "./rest-under-test.ts";

test("R-12, R-14: the 61st request of a feeder's minute is a 429 that says when to try again", async () => {
  await using rest = await startRest({}, "feeder");
  for (let request = 0; request < 60; request++) {
    const response = await rest.get("/v1/me");
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  }
  const response = await rest.get("/v1/me");
  expect(response.status).toBe(429);
  expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d?$/);
  expect(await response.json()).toMatchObject({ code: "rate_limited" });
  expect((await fetch(`${rest.url}/v1/status`)).status).toBe(200);
});

test("R-14: with Redis away this process counts alone", async () => {
  const log = createLogger("test", "silent");
  const opener = createRedisOpener(inject("redisUrl"), log, createMetrics({}));
  await using redis = await opener.open("limiter");
  redis.disconnect();
  const keys = createKeys(randomNamespace());
  const limiter = createLimiter({ redis, keys, name: "test", windowSeconds: 60 });
  const outcomes = [];
  for (let i = 0; i < 4; i++) outcomes.push((await limiter.consume("a", 3)).allowed);
  expect(outcomes).toEqual([true, true, true, false]);
  expect((await limiter.consume("b", 3)).allowed).toBe(true);
});
