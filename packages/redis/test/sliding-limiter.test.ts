import { until } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { openStores } from "../src/index.ts";
import { openTestRedis } from "./redis-of-test.ts";

test("A-14, G18: replicas together let through exactly the limit, also when all ask at once", async () => {
  await using stack = await openTestRedis();
  await using other = await stack.opener.open("append");
  const { redis, keys } = stack;
  const windows = [{ max: 60, ms: 60_000 }];
  const limiters = [redis, other, redis].map((connection) =>
    openStores(connection, keys.namespace).limiters.sliding("x", windows),
  );
  const results = await Promise.all(
    Array.from({ length: 300 }, async (_, n) => limiters[n % 3]?.consume("a")),
  );
  const allowed = results.filter((result) => result?.allowed).length;
  console.log(`three replicas, 300 at once: ${allowed} allowed, limit 60 in any minute`);
  expect(allowed).toBe(60);
  const refused = await limiters[0]?.consume("a");
  expect(refused).toEqual({ allowed: false, waitMs: expect.any(Number) });
  expect(await limiters[1]?.consume("b")).toEqual({ allowed: true });
});

test("A-14: around the end of a window nobody gets two, as with windows that begin anew", async () => {
  await using stack = await openTestRedis();

  const ms = 2_000;
  const sliding = stack.limiters.sliding("s", [{ max: 10, ms }]);
  const fixed = stack.limiters.fixedWindow({ name: "f", windowSeconds: ms / 1_000 });
  const taken: Record<"sliding" | "fixed", number[]> = { sliding: [], fixed: [] };
  // One at the beginning, the others as late as they can be, then as many as go for a while.
  const startMs = performance.now();
  const elapsed = () => performance.now() - startMs;
  async function take(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      if ((await sliding.consume("a")).allowed) taken.sliding.push(elapsed());
      if ((await fixed.consume("a", 10)).allowed) taken.fixed.push(elapsed());
    }
  }
  await take(1);
  await until("the window to be nearly over", () => elapsed() >= ms - 400);
  await take(9);
  await until("another to have begun", async () => {
    await take(1);
    return elapsed() >= ms + 400;
  });
  const mostIn = (times: number[]) =>
    Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + ms - 5).length));
  console.log(
    `most in one window's time: sliding ${mostIn(taken.sliding)}, fixed ${mostIn(taken.fixed)}`,
  );
  expect(mostIn(taken.sliding)).toBe(10);
  // The control: with the library's windows it is nearly twice that.
  expect(mostIn(taken.fixed)).toBeGreaterThan(15);
});

test("several windows apply at once; refused events are not counted", async () => {
  await using stack = await openTestRedis();
  const { redis, keys } = stack;
  const windows = [
    { max: 6, ms: 3_600_000 },
    { max: 4, ms: 600_000 },
  ];
  const limiter = openStores(redis, keys.namespace).limiters.sliding("x", windows);
  const take = async (count: number) => {
    let allowed = 0;
    for (let n = 0; n < count; n++) if ((await limiter.consume("a")).allowed) allowed++;
    return allowed;
  };
  // Makes the counted events older instead of waiting, so that the machine's speed does not matter.
  const pass = async (ms: number) => {
    const events = `${keys.limiterPrefix}:x:{a}`;
    const times = await redis.lrange(events, 0, -1);
    for (const [index, time] of times.entries()) await redis.lset(events, index, Number(time) - ms);
  };
  expect(await take(20)).toBe(4);
  await pass(300_000);
  expect(await take(20)).toBe(0);
  await pass(300_000);
  expect(await take(20)).toBe(2);
  await pass(600_000);
  expect(await take(20)).toBe(0);
  await pass(2_400_000);
  expect(await take(20)).toBe(4);
});

test("A-02: in any interleaving over replicas no more tries fail than may; what holds costs nothing", async () => {
  await using stack = await openTestRedis();
  const { redis, keys } = stack;
  const window = { max: 10, ms: 60_000 };
  const limiters = [0, 1, 2].map(() =>
    openStores(redis, keys.namespace).limiters.sliding("x", [window]),
  );
  let failed = 0;
  let succeeded = 0;
  await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const begun = await limiters[n % 3]?.begin("a");
      if (!begun) return;
      await limiters[0]?.blockedMs("a");
      if (n % 2 === 0) begun.succeeded();
      else begun.failed();
      if (n % 2 === 0) succeeded++;
      else failed++;
    }),
  );
  expect(failed).toBeLessThanOrEqual(10);
  expect(succeeded).toBeGreaterThan(0);
  await until("all that may fail to have failed", async () => {
    const begun = await limiters[1]?.begin("a");
    if (begun) failed++;
    begun?.failed();
    return (await limiters[2]?.blockedMs("a")) !== 0;
  });
  expect(failed).toBe(10);
  expect(await limiters[0]?.begin("a")).toBeNull();
  expect(await limiters[0]?.begin("b")).not.toBeNull();
});

test("A-15: while Redis is unavailable this process counts alone, exactly, and at once", async () => {
  await using stack = await openTestRedis();
  await using redis = await stack.opener.open("limiter");
  const { keys } = stack;
  const window = { max: 5, ms: 60_000 };
  const limiter = openStores(redis, keys.namespace).limiters.sliding("x", [window]);
  const failures = openStores(redis, keys.namespace).limiters.sliding("y", [window]);
  redis.disconnect();
  const waits: number[] = [];
  let allowed = 0;
  for (let n = 0; n < 20; n++) {
    const startMs = performance.now();
    if ((await limiter.consume("a")).allowed) allowed++;
    waits.push(performance.now() - startMs);
  }
  console.log(
    `Redis unavailable: 20 attempts, ${allowed} allowed, limit 5; longest ${Math.max(...waits).toFixed(1)} ms`,
  );
  expect(allowed).toBe(5);
  expect(Math.max(...waits)).toBeLessThan(100);
  for (let n = 0; n < 5; n++) (await failures.begin("a"))?.succeeded();
  for (let n = 0; n < 5; n++) (await failures.begin("a"))?.failed();
  expect(await failures.begin("a")).toBeNull();
  expect(await failures.blockedMs("a")).toBeGreaterThan(0);
});
