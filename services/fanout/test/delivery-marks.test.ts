import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { markDelivered } from "../src/delivery-marks.ts";

let at: TestDatabase;
beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(() => at[Symbol.asyncDispose]());

/** Returns the mark that is made while the oldest undelivered entry is this one; null while all are delivered. */
async function mark(
  oldestMs: number | null,
): Promise<{ atMs: number; untilMs: number } | undefined> {
  const { sql } = at.database;
  await sql`delete from feed_marks`;
  const streams = { oldestUndeliveredMs: async () => oldestMs };
  await markDelivered({ streams, database: at.database, partitions: 4 });
  const [made] = await sql<{ at: string; until: string }[]>`
    select at, delivered_until as until from feed_marks`;
  return made && { atMs: Date.parse(made.at), untilMs: Date.parse(made.until) };
}

test("a mark ends before the oldest entry that is not in feed logs, and never after the moment it was made", async () => {
  const oldestMs = Date.now() - 600_000;
  expect((await mark(oldestMs))?.untilMs).toBe(oldestMs);
  for (const none of [null, Date.now() + 600_000]) {
    const made = await mark(none);
    expect(made?.untilMs).toBeLessThanOrEqual(made?.atMs ?? 0);
    expect(made?.untilMs).toBeGreaterThan(oldestMs);
  }
});

test("without an answer of Redis there is no mark", async () => {
  const streams = { oldestUndeliveredMs: () => Promise.reject(new Error("unavailable")) };
  await at.database.sql`delete from feed_marks`;
  await expect(markDelivered({ streams, database: at.database, partitions: 4 })).rejects.toThrow(
    "unavailable",
  );
  expect(await at.database.sql`select 1 from feed_marks`).toHaveLength(0);
});
