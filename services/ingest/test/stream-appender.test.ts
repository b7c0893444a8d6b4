import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRedisOpener, openStores, emptyNamespace } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { createTestDatabase } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { openStreamAppender } from "../src/dispatch/open-stream-appender.ts";
import { openJournal } from "../src/journal/journal.ts";

const log = createLogger("test", "silent");

test("a stop while readers are behind leaves the change of the partition count to the next start", async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase());
  const opener = createRedisOpener(database.redisUrl, log, createMetrics({}));
  const redis = stack.use(await opener.open("append"));
  const stores = openStores(redis, database.namespace);
  stack.defer(() => emptyNamespace(redis, database.namespace));
  const directory = await mkdtemp(join(tmpdir(), "jetwire-journal-"));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const producer = { producer: crypto.randomUUID(), epoch: 1, partitions: 2 };
  await writeFile(join(directory, "producer.json"), JSON.stringify(producer));
  for (const group of ["fanout", "sampler"]) {
    await redis.xgroup("CREATE", stores.keys.stream(0), group, "0", "MKSTREAM");
  }
  const entryId = await redis.xadd(stores.keys.stream(0), "*", "v", "2");

  await using journal = await openJournal({ directory, segmentBytes: 1e6, bytesMax: 1e9, log });
  const openAppender = () =>
    openStreamAppender(
      { STREAM_PARTITIONS: 4 },
      { stores, database: database.database, journal },
      { log, metrics: createMetrics({}) },
    );
  const appender = await openAppender();
  await expect(appender.changePartitions(AbortSignal.abort())).rejects.toThrow("aborted");
  expect(appender.partitionsChanged).toBe(true);
  expect((await openAppender()).partitionsChanged).toBe(true);

  for (const group of ["fanout", "sampler"]) {
    await redis.xgroup("SETID", stores.keys.stream(0), group, entryId ?? "");
  }
  await appender.changePartitions(new AbortController().signal);
  expect((await openAppender()).partitionsChanged).toBe(false);
});
