import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type RunningServer, startRedis } from "@jetwire/launcher";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { testMessage, until } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createKeys,
  createRedisOpener,
  neverRejectingPublisher,
  openStores,
  type RedisConnection,
} from "../src/index.ts";

const keys = createKeys("own");
let parent = "";
let server: RunningServer;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "jetwire-redis-"));
  server = await startRedis({ dir: join(parent, "redis"), port: 0, log: () => {} });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(parent, { recursive: true, force: true });
});

const metrics = createMetrics({});
const opener = () =>
  createRedisOpener(server.url, createLogger("test", "silent"), createMetrics({}));

const storesOf = (redis: RedisConnection) => openStores(redis, keys.namespace);

function batch(from: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    seq: from + index,
    message: testMessage({ stationId: 1 }),
    links: { first: true, skewed: false, icao: null, flightKey: null },
    raw: "{}",
  }));
}

function append(redis: RedisConnection, from: number, count: number) {
  return storesOf(redis).streams.append(0, { name: "p:1", knownLast: 0 }, batch(from, count));
}

describe("a Redis in trouble", () => {
  test("frozen: an append gives up in time, and sent again it is there once (F-09, F-12)", async () => {
    await using redis = await opener().open("append");
    await append(redis, 1, 5);
    const pid = await until("its process", () => server.pid);
    process.kill(pid, "SIGSTOP");
    const before = performance.now();
    try {
      await expect(append(redis, 6, 5)).rejects.toThrow("timed out");
      expect(performance.now() - before).toBeLessThan(3_000);
    } finally {
      process.kill(pid, "SIGCONT");
    }
    // The first sending was in the kernel's buffer and took effect by now, or does so never.
    await append(redis, 6, 5);
    expect(await redis.xlen(keys.stream(0))).toBe(10);
  });

  test("out of memory: a batch is refused whole, and goes through once there is room (F-13)", async () => {
    await using redis = await opener().open("append");
    const length = await redis.xlen(keys.stream(0));
    await redis.config("SET", "maxmemory", "1");
    await expect(append(redis, 11, 5)).rejects.toThrow("OOM");
    expect(await redis.xlen(keys.stream(0))).toBe(length);
    await redis.config("SET", "maxmemory", "0");
    expect(await append(redis, 11, 5)).toMatchObject({ count: 5 });
  });

  test("killed: what it had written to its file is there again, and the connection comes back (F-10)", async () => {
    await using redis = await opener().open("append");
    const length = await redis.xlen(keys.stream(0));
    // Redis writes its file before it answers, except while the disk is still busy with the last fsync.
    await until("its file to be written", async () => {
      return (await redis.info("persistence")).includes("aof_buffer_length:0");
    });
    const pid = await until("its process", () => server.pid);
    process.kill(pid, "SIGKILL");
    await until("its end", () => server.pid !== pid);
    const again = await until("an append", () => append(redis, 16, 5).catch(() => null), 15_000);
    expect(again).toMatchObject({ status: "appended", count: 5, last: 20 });
    expect(await redis.xlen(keys.stream(0))).toBe(length + 5);
  });

  test("unavailable: a request fails at once and queues nothing; a publish is counted, never rejected", async () => {
    const leaving = { dir: join(parent, "leaving"), port: 0, log: () => {} };
    const stopped = await startRedis(leaving);
    const log = createLogger("test", "silent");
    await using redis = await createRedisOpener(stopped.url, log, createMetrics({})).open(
      "request",
    );
    await stopped.stop();
    await until("the end of the connection", () => redis.status !== "ready");
    const before = performance.now();
    await expect(redis.get("x")).rejects.toThrow("writeable");
    expect(performance.now() - before).toBeLessThan(500);
    const publisher = neverRejectingPublisher(redis, metrics);
    expect(await publisher.publish("channel", "message")).toBe(0);
    expect(await publisher.spublish("channel", "message")).toBe(0);
    expect(await metrics.text()).toContain("jetwire_redis_publishes_dropped_total 2");
  });
});

test("a subscriber that is closed while it subscribes again rejects nothing unhandled", async () => {
  const redis = await opener().open("subscriber");
  await using other = await opener().open("request");
  const pid = await until("its process", () => server.pid);
  await redis.ssubscribe("one");
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown) => unhandled.push(error);
  process.on("unhandledRejection", onUnhandled);
  try {
    const ended = new Promise<void>((resolve) => redis.once("end", resolve));
    redis.once("ready", () => {
      process.kill(pid, "SIGSTOP");
      redis.disconnect();
    });
    await other.call("CLIENT", "KILL", "TYPE", "pubsub");
    await ended;
    // Rejections are reported as unhandled after the microtasks of the same turn.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.kill(pid, "SIGCONT");
    process.off("unhandledRejection", onUnhandled);
  }
  expect(unhandled).toEqual([]);
});

test("a Redis that has forgotten its scripts is sent them again", async () => {
  await using redis = await opener().open("append");
  await redis.script("FLUSH");
  const again = await storesOf(redis).streams.append(1, { name: "p:1", knownLast: 0 }, batch(1, 2));
  expect(again).toMatchObject({ status: "appended", count: 2 });
});

describe("copies of Postgres", () => {
  test("of station ids hold any ident", async () => {
    await using redis = await opener().open("request");
    const ids = new Map([["XX-TEST", 1], ["__proto__", 2], ["été \u{1f6eb} {x}", 3]]); // prettier-ignore
    await storesOf(redis).stationIds.save(ids);
    await storesOf(redis).stationIds.save(new Map());
    expect(
      await storesOf(redis).stationIds.find([...ids.keys(), "unknown", "constructor"]),
    ).toEqual(ids);
  });

  test("of airline codes are replaced whole, never by nothing", async () => {
    await using redis = await opener().open("request");
    expect(await storesOf(redis).airlineCodes.read()).toEqual(new Map());
    await storesOf(redis).airlineCodes.replace(new Map([["UA", "UAL"], ["BA", "BAW"]])); // prettier-ignore
    await storesOf(redis).airlineCodes.replace(new Map([["UA", "UAL"]]));
    await storesOf(redis).airlineCodes.replace(new Map());
    expect(await storesOf(redis).airlineCodes.read()).toEqual(new Map([["UA", "UAL"]]));
  });
});
