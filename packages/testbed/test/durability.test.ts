import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as db from "@jetwire/db";
import { checkDurability, Database, migrate } from "@jetwire/db";
import { startPostgres } from "@jetwire/launcher";
import { MessageIds } from "@jetwire/protocol";
import { PersisterConfig, start } from "@jetwire/persister";
import { openStores, emptyNamespace } from "@jetwire/redis";
import { createHealth, createLogger, createMetrics, createProcessIdentity } from "@jetwire/runtime";
import { expect, onTestFinished, test } from "vitest";
import {
  createTestDatabase,
  openTestRedis,
  type TestDatabase,
  testMessage,
  until,
} from "../src/index.ts";

const log = createLogger("test", "silent");

function configOf({ redisUrl, namespace }: TestDatabase, databaseUrl: string): PersisterConfig {
  return PersisterConfig.parse({
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    JETWIRE_NAMESPACE: namespace,
    STREAM_PARTITIONS: "1",
  });
}

function fail(error: unknown): never {
  throw error;
}

function context() {
  const identity = createProcessIdentity("persister");
  return { identity, log, metrics: createMetrics({}), health: createHealth(), fail };
}

test("a persister refuses a Postgres that may lose commits and does not say that its data is expendable", async () => {
  await using at = await createTestDatabase();
  const name = new URL(at.url).pathname.slice(1);
  await at.database.sql.unsafe(`alter database ${name} set jetwire.expendable = off`);
  await expect(start(configOf(at, at.url), context())).rejects.toThrow(/fsync, .*is off/);
});

test("what a persister has acknowledged is in Postgres after Postgres was killed", async () => {
  await using at = await createTestDatabase();
  const dir = await mkdtemp(join(tmpdir(), "jetwire-durable-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  // As root, Postgres runs as a system user, who has to pass through.
  await chmod(dir, 0o711);
  const options = { dir: join(dir, "postgres"), port: 0, log: () => {} };
  await using redis = await openTestRedis(at.redisUrl, "append");
  const { streams } = openStores(redis, at.namespace);
  const message = testMessage({ id: new MessageIds(Date.now).next(0) });
  {
    await using stack = new AsyncDisposableStack();
    const first = stack.use(await startPostgres(options));
    await migrate(first.url);
    stack.use(await start(configOf(at, first.url), context()));
    const links = { first: true, skewed: false, icao: null, flightKey: null };
    const entry = { seq: 1, message, links, raw: "{}" };
    await streams.append(0, { name: "p:1", knownLast: 0 }, [entry]);
    await until("the message to be acknowledged", async () => {
      const [group] = await streams.progress(0);
      return group?.pending === 0 && group.lag === 0;
    });
    first.kill();
  }
  await using again = await startPostgres(options);
  await using database = new Database(again.url, { log, max: 1 });
  await checkDurability(database.sql);
  expect(await database.sql`show fsync`).toEqual([{ fsync: "on" }]);
  expect(await db.messages.read(database.sql, message.id)).toEqual(message);
  await emptyNamespace(redis, at.namespace);
});
