import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as db from "@jetwire/db";
import { startRedis } from "@jetwire/launcher";
import { openStores } from "@jetwire/redis";
import { pause } from "@jetwire/runtime";
import { expect, test } from "vitest";
import { acarsdecLine, openTestRedis, postLines, startDeployment, until } from "../src/index.ts";

const partitions = 4;
const stations = Array.from({ length: 40 }, (_, n) => `FULL-${n}`);
/** Longer than the dispatcher waits before it tries a batch again. */
const retryMs = 1_500;
const stepBytes = 4_096;

/** Whether the streams have the first batch, and some of the second. */
function isPart(count: number): boolean {
  return count > stations.length && count < 2 * stations.length;
}

test("no message is unaccounted for while Redis has a part of a batch, and no memory for the rest", async () => {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), "jetwire-full-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const server = await startRedis({ dir, port: 0, log: () => {} });
  stack.defer(() => server.stop());
  const workers = { persister: 0, fanout: 0, sampler: 0 };
  const options = { gateways: 0, redisUrl: server.url, workers };
  const running = stack.use(await startDeployment(options));
  const redis = stack.use(await openTestRedis(server.url, "append"));
  const { streams, keys } = openStores(redis, running.namespace);

  async function post(text: string): Promise<void> {
    const lines = stations.map((ident) =>
      acarsdecLine(ident, `${text} ${ident} ${"X".repeat(1_000)}`),
    );
    const { items } = await postLines(running, lines);
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(["accepted"]));
  }
  async function inStreams(): Promise<number> {
    const lengths = Array.from({ length: partitions }, (_, n) => redis.xlen(keys.stream(n)));
    return (await Promise.all(lengths)).reduce((sum, length) => sum + length, 0);
  }
  async function limit(bytes: number): Promise<void> {
    await redis.config("SET", "maxmemory", Math.round(bytes));
  }

  await post("FIRST");
  await until("the first messages", async () => (await inStreams()) === stations.length);
  await limit(1);
  await post("SECOND");
  const used = Number(/used_memory:(\d+)/.exec(await redis.info("memory"))?.[1]);
  for (let more = stepBytes; !isPart(await inStreams()); more += stepBytes) {
    expect(await inStreams(), "a part of the batch at a time").toBe(stations.length);
    await limit(used + more);
    await pause(retryMs);
  }
  await limit(1);

  const waiting = async () => db.accounting.notStored(await streams.waiting(partitions));
  const { sum, bounds } = await db.accounting.measure(running.database, waiting);
  const appended = await inStreams();
  expect(isPart(appended)).toBe(true);
  expect(sum.offered).toBe(80);
  // Ingest may have read the lines as several batches, of which the first ones are complete.
  expect(sum.inJournal).toBeGreaterThanOrEqual(80 - appended);
  expect(sum.inJournal).toBeLessThanOrEqual(40);
  expect(bounds?.atLeast).toBeLessThanOrEqual(0);
  expect(bounds?.atMost).toBeGreaterThanOrEqual(0);

  await limit(0);
  await until("all messages", async () => (await inStreams()) === 2 * stations.length);
  const after = await db.accounting.measure(running.database, waiting);
  expect(after.bounds).toEqual({ atLeast: 0, atMost: 0 });
}, 120_000);
