import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRedis } from "@jetwire/launcher";
import { createRedisOpener, openStores, emptyNamespace } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { until } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { freshLines, runIngest, sendDatagrams } from "./running-ingest.ts";

/** Returns false for a file that is just being replaced: it may have another name before it is copied. */
function isNotReplaced(path: string): boolean {
  return !path.endsWith(".new");
}

test("a restart continues the counts, and nothing is stored twice (F-06)", async () => {
  await using ingest = await runIngest();
  const lines = freshLines(60);
  for (let life = 0; life < 3; life++) {
    const own = lines.slice(life * 20, life * 20 + 20);
    expect((await ingest.post(own.join("\n"))).status).toBe(202);
    await ingest.stop();
    await ingest.begin();
  }
  const account = await ingest.accounted(60);
  expect(account).toMatchObject({ persisted: 60, duplicates: 0 });
  expect(account.counts).toHaveLength(1);
  expect(account.counts[0]).toMatchObject({ accepted: 60, appended: 60 });
  // The same again, in a later life, is known for what it is.
  await (await ingest.post(lines.join("\n"))).text();
  expect(await ingest.accounted(120)).toMatchObject({ persisted: 60, duplicates: 60 });
});

test("messages journaled while Redis is unavailable are stored after a crash, each once (F-06, F-12)", async () => {
  const parent = await mkdtemp(join(tmpdir(), "jetwire-restarts-"));
  const redisOptions = { dir: join(parent, "redis"), port: 0, log: () => {} };
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(parent, { recursive: true, force: true }));
  const redis = await startRedis(redisOptions);
  const directory = join(parent, "journal");
  await using ingest = await runIngest({ REDIS_URL: redis.url, INGEST_JOURNAL_DIR: directory });
  await (await ingest.post(freshLines(5).join("\n"))).text();
  await ingest.accounted(5);
  await redis.stop();

  const waiting = freshLines(40);
  const answer = await ingest.post(waiting.join("\n"));
  expect(answer.status).toBe(202);
  expect(await answer.json()).toMatchObject({ accepted: 40 });
  // An unknown station can be looked up in Postgres alone.
  const other = await ingest.post(freshLines(3, { station_id: "XX-NEW" }).join("\n"));
  expect(await other.json()).toMatchObject({ accepted: 3 });
  // Without Postgres it cannot, and the request is refused; known stations are accepted.
  const { sql } = ingest.database.database;
  await sql`alter table stations rename to stations_away`;
  const refused = await ingest.post(freshLines(2, { station_id: "XX-NEWER" }).join("\n"));
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).not.toBe(null);
  expect(JSON.stringify(await refused.json())).toContain("stations-unavailable");
  expect((await ingest.post(freshLines(2).join("\n"))).status).toBe(202);
  await sql`alter table stations_away rename to stations`;
  // The crash: what is on disk now, and no more.
  const afterCrash = join(parent, "journal-after-crash");
  await cp(directory, afterCrash, { recursive: true, filter: isNotReplaced });
  await ingest.stop();

  await using back = await startRedis({ ...redisOptions, port: redis.port });
  expect(back.port).toBe(redis.port);
  await ingest.begin({ INGEST_JOURNAL_DIR: afterCrash });
  const account = await ingest.accounted(52);
  expect(account).toMatchObject({ persisted: 50, duplicates: 0, limited: 2 });
  expect(account.counts[0]).toMatchObject({ accepted: 50, appended: 50 });
});

test("Redis emptied under load loses nothing and stores nothing twice (F-15)", async () => {
  await using ingest = await runIngest();
  const opener = createRedisOpener(ingest.database.redisUrl, createLogger("test", "silent"), createMetrics({})); // prettier-ignore
  await using redis = await opener.open("request");
  const { keys } = openStores(redis, ingest.database.namespace);
  const sender = await sendDatagrams(ingest.service.udpPorts[0] ?? 0, freshLines(200));
  await until("some appended", async () => (await redis.xlen(keys.stream(1))) > 20);
  await emptyNamespace(redis, keys.namespace);
  const more = await sendDatagrams(ingest.service.udpPorts[0] ?? 0, freshLines(200));
  const account = await ingest.accounted(400);
  expect(account).toMatchObject({ persisted: 400, duplicates: 0 });
  await Promise.all([sender.close(), more.close()]);
});

test("the journal is deleted as Postgres stores it", async () => {
  const directory = await mkdtemp(join(tmpdir(), "jetwire-restarts-"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  await using ingest = await runIngest({
    INGEST_JOURNAL_DIR: directory,
    INGEST_SEGMENT_BYTES: String(1 << 16),
    INGEST_JOURNAL_KEEP_SECONDS: "0",
  });
  let sent = 0;
  for (let step = 0; step < 15; step++) {
    sent += 50;
    await (await ingest.post(freshLines(50).join("\n"))).text();
  }
  await ingest.accounted(sent);
  const left = await until("one segment", async () => {
    const names = (await readdir(directory)).filter((name) => name.endsWith(".journal"));
    return names.length === 1 && names;
  });
  expect(left).not.toContain("000000000000001.journal");
});
