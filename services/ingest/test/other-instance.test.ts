import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readEntry } from "@jetwire/protocol";
import { createRedisOpener, emptyNamespace, openStores } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { until } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { freshLines, runIngest, type RunningIngest } from "./running-ingest.ts";

/** Restores a back-up in effect: Redis is emptied, and Postgres has the rows of an instance. */
async function restore(ingest: RunningIngest, instance: "the same" | "another") {
  const { sql } = ingest.database.database;
  if (instance === "another") await sql`update setup set instance = gen_random_uuid()`;
  await using opened = await openRedis(ingest);
  await emptyNamespace(opened.redis, ingest.database.namespace);
}

async function openRedis(ingest: RunningIngest) {
  const opener = createRedisOpener(ingest.database.redisUrl, createLogger("test", "silent"), createMetrics({})); // prettier-ignore
  const redis = await opener.open("request");
  return {
    redis,
    keys: openStores(redis, ingest.database.namespace).keys,
    [Symbol.asyncDispose]: () => redis[Symbol.asyncDispose](),
  };
}

/** Returns the texts of the messages in the stream. */
async function streamed(ingest: RunningIngest): Promise<string[]> {
  await using opened = await openRedis(ingest);
  const { redis, keys } = opened;
  const partitions = [0, 1, 2, 3];
  const all = await Promise.all(partitions.map((one) => redis.xrange(keys.stream(one), "-", "+")));
  return all.flat().flatMap(([id, fields]) => {
    const entry = readEntry(id, fields);
    return "messageJson" in entry ? [(JSON.parse(entry.messageJson) as { text: string }).text] : [];
  });
}

async function post(ingest: RunningIngest, lines: readonly string[]): Promise<string[]> {
  expect((await ingest.post(lines.join("\n"))).status).toBe(202);
  return lines.map((line) => (JSON.parse(line) as { text: string }).text);
}

async function inStream(ingest: RunningIngest, texts: readonly string[]): Promise<void> {
  let found: string[] = [];
  await until("messages in the stream", async () => {
    found = await streamed(ingest);
    return found.length >= texts.length;
  });
  expect(found.toSorted()).toEqual([...texts].toSorted());
}

/** Runs ingest until five messages are in the stream and none is stored, restores, and starts it again. */
async function restoredUnder(ingest: RunningIngest, instance: "the same" | "another") {
  const before = await post(ingest, freshLines(5));
  await inStream(ingest, before);
  await until("the instance to be known", async () => {
    const [row] = await ingest.database.database.sql`select 1 from ledgers`;
    return row !== undefined;
  });
  await ingest.stop();
  await restore(ingest, instance);
  await ingest.begin();
  return { before, after: await post(ingest, freshLines(2)) };
}

const asideOf = (ingest: RunningIngest) => join(ingest.journalDirectory, "other-instance");

test("messages that were not stored go to the stream again after a back-up of the same instance is restored", async () => {
  await using ingest = await runIngest({}, { persister: false });
  const { before, after } = await restoredUnder(ingest, "the same");
  await inStream(ingest, [...before, ...after]);
  await expect(readdir(asideOf(ingest))).rejects.toThrow("ENOENT");
});

test("messages of another instance are set aside, because the ids of their stations are those of other stations", async () => {
  await using ingest = await runIngest({}, { persister: false });
  const { after } = await restoredUnder(ingest, "another");
  await inStream(ingest, after);
  const [aside = ""] = await readdir(asideOf(ingest));
  const names = await readdir(join(asideOf(ingest), aside));
  expect(names).toContain("high-water.json");
  expect(names.some((name) => name.endsWith(".journal"))).toBe(true);
  expect(ingest.logged.join()).toContain("set aside");
  // Once is enough: the new journal is of this instance.
  await ingest.stop();
  await ingest.begin();
  await inStream(ingest, after);
  expect(await readdir(asideOf(ingest))).toEqual([aside]);
});
