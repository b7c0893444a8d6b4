import * as db from "@jetwire/db";
import { createTestDatabase, type TestDatabase, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environmentOf, partitionsOf, startChores } from "./chores-under-test.ts";

let at: TestDatabase;

beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
});

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

test("a start drops expired partitions and creates the days ahead", async () => {
  await db.partitions.ensure(at.database.sql, daysAgo(13), 4);
  await using chores = await startChores({
    ...environmentOf(at),
    KEEP_MESSAGES_DAYS: "11",
    KEEP_RAW_DAYS: "3",
    CHORES_PARTITION_DAYS_AHEAD: "10",
  });

  const farthest = db.partitions.nameOf("messages", daysAgo(-10));
  const messages = await until("the jobs", async () => {
    const names = await partitionsOf(at, "messages");
    const isDropped = !names.includes(db.partitions.nameOf("messages", daysAgo(12)));
    return isDropped && names.includes(farthest) ? names : null;
  });
  expect(messages.slice(0, 2)).toEqual(
    [11, 10].map((days) => db.partitions.nameOf("messages", daysAgo(days))),
  );
  expect(await partitionsOf(at, "message_raws")).not.toContain(
    db.partitions.nameOf("message_raws", daysAgo(10)),
  );

  const text = await until("the metrics", async () => {
    const metrics = await chores.metrics.text();
    return metrics.includes('runs_total{name="drop-expired",result="done"} 1') && metrics;
  });
  const success = /last_success_seconds\{name="make-partitions"\} (\d+)/.exec(text)?.[1];
  expect(Number(success)).toBeGreaterThan(Date.now() / 1_000 - 60);
  expect(await chores.health.readiness()).toEqual({
    ready: true,
    checks: { worker: true, schedule: true, postgres: true },
    alarms: {},
  });
  expect(chores.failures).toEqual([]);
});
