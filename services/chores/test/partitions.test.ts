import * as db from "@jetwire/db";
import { messageIdFloor } from "@jetwire/protocol";
import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dropExpiredJob } from "../src/jobs/drop-expired.ts";
import { makePartitionsJob } from "../src/jobs/make-partitions.ts";
import { createStorageMeter } from "../src/storage/storage-meter.ts";
import { partitionsOf } from "./chores-under-test.ts";

const nowMs = Date.UTC(2020, 5, 15, 10, 30);
let at: TestDatabase;

beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(() => at[Symbol.asyncDispose]());

test("partitions are created from yesterday to the days ahead", async () => {
  const { created } = await makePartitionsJob(at.database, 7, () => nowMs).run();
  const days = (created as string[]).filter((name) => name.startsWith("messages_"));
  expect(days).toHaveLength(9);
  expect([days[0], days.at(-1)]).toEqual(["messages_20200614", "messages_20200622"]);
});

test("each table is dropped up to its own age, and rows beside its days are deleted", async () => {
  const { sql } = at.database;
  for (const day of ["2019-06-15", "2020-06-07"]) {
    await db.partitions.ensure(sql, new Date(day), 2);
  }
  // Days without a partition of their own.
  for (const strayMs of [Date.UTC(2018, 0, 1), Date.UTC(2020, 4, 20)]) {
    await sql`insert into message_raws (id, raw) values (${messageIdFloor(strayMs)}, '{}')`;
  }
  const keepDays = { messages: 366, message_raws: 7 };
  const result = await dropExpiredJob(at.database, keepDays, () => nowMs).run();
  expect(result).toEqual({
    dropped: ["message_raws_20190615", "message_raws_20190616", "message_raws_20200607"],
    strays: 2,
    wholes: 0,
    reports: 0,
  });
  const left = await partitionsOf(at, "messages");
  expect(left).toEqual(expect.arrayContaining(["messages_20190615", "messages_20200607"]));
});

test("a disk that cannot be read keeps nothing from being dropped by its age", async () => {
  const { database } = at;
  const { sql } = database;
  await db.partitions.ensure(sql, new Date("2019-03-01"), 1);
  for (const timeMs of [Date.UTC(2019, 2, 1), Date.UTC(2020, 5, 14)]) {
    await sql`
      insert into hfdl_reports (message_id, ground_station, tuned, received)
      values (${messageIdFloor(timeMs)}, 1, '{}', '{}')`;
  }
  const config = {
    KEEP_MESSAGES_DAYS: 366,
    KEEP_RAW_DAYS: 7,
    RETENTION_DAYS_MIN: 1,
    RETENTION_DISK_SHARE: 0.5,
    POSTGRES_DISK_BYTES: undefined,
    POSTGRES_DISK_PATH: "/nonexistent/postgres",
  };
  const storage = createStorageMeter(database, config, () => nowMs);
  const keepDays = { messages: 366, message_raws: 7 };
  const result = await dropExpiredJob(database, keepDays, () => nowMs, storage).run();
  expect(result).toMatchObject({ shareUnknown: 1, reports: 1 });
  expect(result["dropped"]).toContain("messages_20190301");
  // Operators see why: the job that measures fails with it.
  await expect(storage.measure()).rejects.toThrow("POSTGRES_DISK_PATH /nonexistent/postgres");
});
