import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRedis } from "@jetwire/launcher";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FixedWindowLimiter, openStores } from "../src/index.ts";
import { openTestRedis, type TestRedis } from "./redis-of-test.ts";

const stack = new AsyncDisposableStack();
let at: TestRedis;
let pid: number;
beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), "jetwire-limiter-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const server = stack.use(await startRedis({ dir, port: 0, log: () => {} }));
  at = stack.use(await openTestRedis(server.url));
  pid = await until("its process", () => server.pid);
});
afterAll(async () => {
  await stack.disposeAsync();
});

async function open() {
  return stack.use(await at.opener.open("limiter"));
}

/** How many of so many are allowed. */
async function allowed(limiter: FixedWindowLimiter, key: string, points: number, tries: number) {
  let count = 0;
  for (let n = 0; n < tries; n++) if ((await limiter.consume(key, points)).allowed) count++;
  return count;
}

test("A-14: two processes count together, and reading takes nothing", async () => {
  const options = { name: "together", windowSeconds: 60 };
  const one = openStores(await open(), at.keys.namespace).limiters.fixedWindow(options);
  const other = openStores(await open(), at.keys.namespace).limiters.fixedWindow(options);
  expect(await one.read("a", 10)).toEqual({ allowed: true, remaining: 10, resetMs: 0 });
  expect(await allowed(one, "a", 10, 6)).toBe(6);
  expect(await other.read("a", 10)).toMatchObject({ allowed: true, remaining: 4 });
  expect(await allowed(other, "a", 10, 6)).toBe(4);
  expect(await one.read("a", 10)).toMatchObject({ allowed: false, remaining: 0 });
  // One counter, whatever a key's plan allows.
  expect((await one.consume("a", 20)).allowed).toBe(true);
});

test("A-15: with Redis frozen one request waits a moment, none after it; each process allows its share", async () => {
  const redis = await open();
  const limiter = openStores(redis, at.keys.namespace).limiters.fixedWindow({
    name: "frozen",
    windowSeconds: 60,
    replicas: 3,
  });
  expect((await limiter.consume("a", 60)).remaining).toBe(59);
  process.kill(pid, "SIGSTOP");
  try {
    const began = performance.now();
    expect((await limiter.consume("b", 60)).allowed).toBe(true);
    expect(performance.now() - began).toBeLessThan(1_000);
    const took: number[] = [];
    for (let n = 0; n < 1_000; n++) {
      const start = performance.now();
      await limiter.consume(`key${n}`, 60);
      took.push(performance.now() - start);
    }
    const p99 = took.toSorted((x, y) => x - y)[990] ?? 0;
    expect(p99).toBeLessThan(20);
    expect(await allowed(limiter, "c", 60, 60)).toBe(20);
    process.stdout.write(
      `\na limit asked with Redis frozen: p99 ${p99.toFixed(3)} ms, longest ${Math.max(...took).toFixed(1)} ms\n`,
    );
  } finally {
    process.kill(pid, "SIGCONT");
  }
  await until("the shared count to be asked again", async () => {
    const { remaining } = await limiter.read("a", 60);
    return remaining === 59;
  });
});
