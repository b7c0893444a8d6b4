import * as db from "@jetwire/db";
import { messageIdFloor } from "@jetwire/protocol";
import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dropExpiredJob } from "../src/jobs/drop-expired.ts";
import { makePartitionsJob } from "../src/jobs/make-partitions.ts";
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
