import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as db from "../src/index.ts";

let at: TestDatabase;
beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(() => at[Symbol.asyncDispose]());

test("a job's record has its last success and its last failure, and counts failures between", async () => {
  const { sql } = at.database;
  await db.jobRuns.recordFailure(sql, "drop-chat", 5, `no \0 disk ${"x".repeat(5_000)}`);
  await db.jobRuns.recordFailure(sql, "drop-chat", 7, "no disk");
  expect(await db.jobRuns.list(sql)).toMatchObject([
    { job: "drop-chat", ranMs: 7, succeededAt: null, result: null, error: "no disk", failures: 2 },
  ]);
  await db.jobRuns.recordSuccess(sql, "drop-chat", 12.6, { messages: 3, dropped: ["a", "b"] });
  const [run] = await db.jobRuns.list(sql);
  expect(run).toMatchObject({
    ranMs: 13,
    result: { messages: 3, dropped: ["a", "b"] },
    error: "no disk",
    failures: 0,
  });
  expect(run?.succeededAt).toEqual(run?.ranAt);
  await db.jobRuns.recordFailure(sql, "drop-chat", 1, "again");
  expect((await db.jobRuns.list(sql))[0]).toMatchObject({ failures: 1, result: { messages: 3 } });
});
