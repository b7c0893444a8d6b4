import { Database } from "@jetwire/db";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runPersister, type Running, log } from "./run-persister.ts";

let running: Running;

beforeAll(async () => {
  running = await runPersister();
});

afterAll(() => running[Symbol.asyncDispose]());

describe("Postgres in trouble", () => {
  test("a locked table, a killed connection and a cancelled statement cost nothing (F-24, F-25)", async () => {
    await using own = await runPersister({ PERSISTER_QUERY_MS_MAX: "400" });
    const { database } = own.test;
    await own.append(0, [{}]);
    await until("one stored", async () => (await own.storedCount()) === 1);
    await using locker = new Database(own.test.url, { log, max: 1 });
    await locker.sql`begin`;
    await locker.sql`lock table messages in access exclusive mode`;
    for (let i = 0; i < 20; i++) await own.append(i % 2, [{}, {}, {}]);
    await until(
      "some failures",
      async () => (await own.counter("jetwire_stream_failures_total")) >= 2,
    );
    await locker.sql`commit`;
    await until("61 stored", async () => (await own.storedCount()) === 61, 15_000);
    for (let i = 0; i < 5; i++) {
      await own.append(0, [{}, {}]);
      await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
    }
    await until("71 stored", async () => (await own.storedCount()) === 71, 15_000);
    expect(await own.counter("jetwire_persister_stored_total")).toBeLessThanOrEqual(71);
    expect(await own.counter("jetwire_persister_dead_letters_total")).toBe(0);
  });
});

test("a full disk of Postgres is an alarm until messages can be stored again", async () => {
  const { sql } = running.test.database;
  const before = await running.storedCount();
  const alarm = async () => (await running.health.readiness()).alarms["postgres-disk"];
  // What Postgres answers when it cannot extend a file.
  await sql`create function full_disk() returns trigger language plpgsql as
    'begin raise exception ''could not extend file'' using errcode = ''53100''; end'`;
  await sql`create trigger full_disk before insert on messages for each statement execute function full_disk()`;
  await running.append(0, [{ text: "WAITS" }]);
  await until("the alarm", async () => (await alarm()) !== undefined);
  expect(await alarm()).toContain("The disk of Postgres is full");
  await sql`drop trigger full_disk on messages`;
  await sql`drop function full_disk`;
  await until("the message", async () => (await running.storedCount()) === before + 1);
  await until("its end", async () => (await alarm()) === undefined);
});
