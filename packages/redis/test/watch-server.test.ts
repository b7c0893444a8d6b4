import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, startRedis } from "@jetwire/launcher";
import { createHealth, createLogger, createMetrics } from "@jetwire/runtime";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRedisOpener, type RedisConnection, watchRedis } from "../src/index.ts";

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

const opener = () =>
  createRedisOpener(server.url, createLogger("test", "silent"), createMetrics({}));

function targets() {
  const warnings: unknown[] = [];
  const log = Object.assign(createLogger("test", "silent"), {
    warn: (line: unknown) => void warnings.push(line),
  });
  return { log, warnings, metrics: createMetrics({}), health: createHealth() };
}

async function configured(
  redis: RedisConnection,
  settings: Readonly<Record<string, string>>,
): Promise<AsyncDisposable> {
  for (const [name, value] of Object.entries(settings)) await redis.config("SET", name, value);
  return {
    async [Symbol.asyncDispose]() {
      await redis.config("SET", "maxmemory-policy", "noeviction");
      await redis.config("SET", "maxmemory", "0");
    },
  };
}

test("a service does not start on a Redis that may evict messages", async () => {
  await using redis = await opener().open("request");
  for (const policy of ["allkeys-lru", "volatile-ttl"]) {
    await using _ = await configured(redis, { "maxmemory-policy": policy });
    await expect(watchRedis(redis, targets())).rejects.toThrow(
      `REDIS_URL: maxmemory-policy of Redis is ${policy}`,
    );
  }
});

test("a Redis that begins to evict makes its services not ready until it stops, except those that ask for the alarm alone", async () => {
  await using redis = await opener().open("request");
  const [parts, stays] = [targets(), targets()];
  await using _ = await watchRedis(redis, parts, { everyMs: 50 });
  await using others = await watchRedis(redis, stays, { everyMs: 50, failsReadiness: false });
  expect((await parts.health.readiness()).ready).toBe(true);
  {
    await using settings = await configured(redis, { "maxmemory-policy": "allkeys-random" });
    await until("not ready", async () => {
      const { ready, alarms } = await parts.health.readiness();
      return !ready && alarms["redis-eviction"]?.includes("set it to noeviction");
    });
    await until("the alarm alone", async () => {
      const { ready, alarms } = await stays.health.readiness();
      return ready && alarms["redis-eviction"]?.includes("set it to noeviction");
    });
  }
  await until("ready again", async () => (await parts.health.readiness()).ready);
});

test("a Redis that is nearly full raises an alarm and leaves its services ready", async () => {
  await using redis = await opener().open("request");
  const parts = targets();
  await using _ = await watchRedis(redis, parts, { everyMs: 50 });
  {
    await using settings = await configured(redis, { maxmemory: "1mb" });
    await until("the alarm", async () => {
      const { ready, alarms } = await parts.health.readiness();
      return ready && alarms["redis-memory"]?.includes("% of its maxmemory");
    });
    expect(await parts.metrics.text()).toMatch(/jetwire_redis_memory_limit_bytes 1048576/);
  }
  await until("its end", async () => {
    const { alarms } = await parts.health.readiness();
    return !("redis-memory" in alarms);
  });
});

test("without maxmemory the host's memory is the limit, and the start warns", async () => {
  await using redis = await opener().open("request");
  await using settings = await configured(redis, { maxmemory: "0" });
  const parts = targets();
  await using _ = await watchRedis(redis, parts, { everyMs: 50, fillMax: 0 });
  expect(parts.warnings).toEqual([expect.stringContaining("no maxmemory")]);
  const { alarms } = await parts.health.readiness();
  expect(alarms["redis-memory"]).toContain("% of the memory of its host");
});

test("a Redis that does not answer is checked when it does", async () => {
  const parts = targets();
  const redis = await opener().open("request");
  await redis[Symbol.asyncDispose]();
  await using _ = await watchRedis(redis, parts, { everyMs: 50 });
  expect((await parts.health.readiness()).alarms).toEqual({});
});

test("a Redis that cannot write to its disk raises an alarm that names the disk, until it can", async () => {
  await using redis = await opener().open("request");
  const parts = targets();
  await using _ = await watchRedis(redis, parts, { everyMs: 50 });
  const snapshot = join(parent, "redis", "dump.rdb");
  async function save(status: string): Promise<void> {
    await redis.bgsave();
    await until("the snapshot has ended", async () => {
      const info = await redis.info("persistence");
      return (
        info.includes("rdb_bgsave_in_progress:0") &&
        info.includes(`rdb_last_bgsave_status:${status}`)
      );
    });
  }
  // A folder in the place of the file stands for a disk that takes no snapshot.
  await rm(snapshot, { force: true });
  await mkdir(snapshot);
  await save("err");
  await until("the alarm", async () => {
    const { ready, alarms } = await parts.health.readiness();
    return ready && alarms["redis-disk"]?.includes("Redis cannot write its snapshot to its disk");
  });
  expect(await parts.metrics.text()).toMatch(/jetwire_alarm\{name="redis-disk"\} 1/);
  await rm(snapshot, { recursive: true });
  await save("ok");
  await until("no alarm", async () => {
    const { alarms } = await parts.health.readiness();
    return !("redis-disk" in alarms);
  });
});
