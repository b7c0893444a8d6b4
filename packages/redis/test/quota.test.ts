import { expect, test } from "vitest";
import { openStores } from "../src/index.ts";
import { openTestRedis } from "./redis-of-test.ts";

test("A-14: replicas together reserve no more than the limit, in any order", async () => {
  await using stack = await openTestRedis();

  const replicas = [0, 1, 2].map(() => stack.quotas.join());
  const take = async (n: number) => (await replicas[n % 3]?.reserve("address:a", 50)) === true;
  const attempts = 150;
  const taken = await Promise.all(Array.from({ length: attempts }, (_, n) => take(n)));
  const allowed = taken.filter(Boolean).length;
  console.log(`three replicas, one address: ${attempts} attempts, ${allowed} allowed, limit 50`);
  expect(allowed).toBe(50);
  expect(await stack.quotas.total("address:a")).toBe(50);
  expect(await replicas[0]?.reserve("address:b", 50)).toBe(true);
  const owner = taken.findIndex(Boolean) % 3;
  replicas[owner]?.release("address:a");
  await expect.poll(() => stack.quotas.total("address:a")).toBe(49);
  expect(await take(owner + 1)).toBe(true);
});

test("amounts that Redis has lost are written again at the next renewal", async () => {
  await using stack = await openTestRedis();
  const { redis, keys } = stack;
  const counts = stack.quotas.join();
  for (let n = 0; n < 3; n++) await counts.reserve(`address:${n % 2}`, 10);
  await redis.unlink(keys.quota.replicas, ...(await redis.keys(`${keys.quota.ofReplicaPrefix}*`)));
  expect(await stack.quotas.total("address:0")).toBe(0);
  await counts.renew();
  expect(await stack.quotas.total("address:0")).toBe(2);
  expect(await stack.quotas.total("address:1")).toBe(1);
});

test("a replica that stops releases everything; while Redis is unavailable its own count decides", async () => {
  await using stack = await openTestRedis();
  const { opener } = stack;
  await using own = await opener.open("limiter");
  const counts = openStores(own, stack.keys.namespace).quotas.join();
  const stop = new AbortController();
  const running = counts.run(stop.signal);
  await counts.reserve("address:a", 2);
  expect(await stack.quotas.total("address:a")).toBe(1);
  stop.abort();
  await running;
  expect(await stack.quotas.total("address:a")).toBe(0);
  own.disconnect();
  expect(await counts.reserve("address:a", 2)).toBe(true);
  expect(await counts.reserve("address:a", 2)).toBe(false);
});
