import * as db from "@jetwire/db";
import { type FollowedFault, followFaults, judge } from "@jetwire/health";
import { MessageIds } from "@jetwire/protocol";
import { startOwnDatabase, storeMessages, testMessage, wellFacts } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { dropExpiredJob } from "../src/jobs/drop-expired.ts";
import { makePartitionsJob } from "../src/jobs/make-partitions.ts";
import { measureStorageJob } from "../src/jobs/measure-storage.ts";
import { createStorageMeter, type StorageConfig } from "../src/storage/storage-meter.ts";
import { partitionsOf } from "./chores-under-test.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const startMs = Date.UTC(2030, 4, 10);
/** The jobs run this often: each run asks Postgres for all sizes. */
const stepHours = 3;
const messagesAStep = 36;
const limits = { lastsMs: { critical: 0, warning: 0 }, repeatMs: 1_000 * dayMs };

/**
 * Runs the jobs of chores for days of an emulated clock, on a disk whose share is full after some of them.
 *
 * @param freeDays the days whose messages fit into the share
 */
async function runDays({
  days,
  freeDays,
  daysMin,
}: Record<"days" | "freeDays" | "daysMin", number>) {
  await using at = await startOwnDatabase();
  const { database } = at;
  const { sql } = database;
  let nowMs = startMs;
  const now = () => nowMs;
  const ids = new MessageIds(now);
  const stored: { id: string; day: string }[] = [];
  const config: StorageConfig & { POSTGRES_DISK_BYTES?: number } = {
    KEEP_MESSAGES_DAYS: 365,
    KEEP_RAW_DAYS: 7,
    RETENTION_DAYS_MIN: daysMin,
    RETENTION_DISK_SHARE: 0.5,
    POSTGRES_DISK_BYTES: Number.MAX_SAFE_INTEGER,
    POSTGRES_DISK_PATH: undefined,
  };
  const reports: string[] = [];
  const events: { hour: number; event: string }[] = [];
  let faults: readonly FollowedFault[] = [];
  for (let hour = 0; hour < days * 24; hour += stepHours) {
    nowMs = startMs + hour * hourMs;
    const storage = createStorageMeter(database, config, now);
    if (hour % 24 === 0) await makePartitionsJob(database, 2, now).run();
    const batch = Array.from({ length: messagesAStep }, () => {
      const message = testMessage({ id: ids.next(0), text: "x".repeat(2_000) + hour });
      return { message, flightKey: null };
    });
    await storeMessages(sql, batch);
    stored.push(...batch.map(({ message: { id } }) => ({ id, day: dayOf(nowMs) })));
    if (hour === 30) {
      // From here on the budget is what is used, and so many days more.
      const [yesterday] = (await db.storage.partitionSizes(sql)).filter(
        ({ table, day }) => table === "messages" && day === dayOf(startMs),
      );
      const used = await db.storage.sizeOfDatabase(sql);
      config.POSTGRES_DISK_BYTES = 2 * (used + Math.round((yesterday?.bytes ?? 0) * freeDays));
    }
    await measureStorageJob(storage).run();
    const facts = { ...wellFacts(), nowMs, storage: await db.storage.readReport(sql) };
    const judged = judge(facts).filter(({ check }) => check.name === "retention");
    const followed = followFaults(faults, judged, nowMs, limits);
    faults = followed.faults;
    for (const { kind, fault } of followed.reports) {
      reports.push(`${kind}: ${fault.sentence}`);
      events.push({ hour, event: kind });
    }
    const { forRoom } = await dropExpiredJob(database, keepDays, now, storage).run();
    if (Array.isArray(forRoom) && forRoom.length > 0) events.push({ hour, event: "dropped" });
  }
  const kept = new Set((await sql<{ id: string }[]>`select id from messages`).map(({ id }) => id));
  const audited = await sql<{ objectId: string; details: Record<string, unknown> }[]>`
    select object_id, details from audit_log where action = 'partition.drop' order by id`;
  return {
    reports,
    events,
    lostDays: new Set(stored.filter(({ id }) => !kept.has(id)).map(({ day }) => day)),
    partitions: await partitionsOf(at, "messages"),
    audited,
    report: await db.storage.readReport(sql),
    used: await db.storage.sizeOfDatabase(sql),
    budget: (config.POSTGRES_DISK_BYTES ?? 0) / 2,
    today: dayOf(nowMs),
  };
}

const keepDays = { messages: 365, message_raws: 7 };

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

test("operators are warned a day before the share is full, once; then the oldest days are dropped", async () => {
  const run = await runDays({ days: 8, freeDays: 3, daysMin: 1 });
  const firstDrop = run.events.find(({ event }) => event === "dropped")?.hour ?? 0;
  const warned = run.events.filter(({ event }) => event === "begins");
  expect(warned).toHaveLength(1);
  expect(firstDrop - (warned[0]?.hour ?? 0)).toBeGreaterThan(12);
  expect(firstDrop - (warned[0]?.hour ?? 0)).toBeLessThan(36);
  expect(run.reports[0]).toContain("Retention will drop the messages of 2030-05-");
  expect(run.reports[0]).toContain("reaches RETENTION_DISK_SHARE (0.5)");

  // Whole days, the oldest ones, and nothing of a later day.
  const lost = [...run.lostDays].toSorted();
  expect(lost.length).toBeGreaterThan(0);
  expect(lost).toEqual(lost.map((_, index) => dayOf(startMs + index * dayMs)));
  expect(run.partitions[0]).toBe(
    db.partitions.nameOf("messages", new Date(startMs + lost.length * dayMs)),
  );
  expect(run.used).toBeLessThanOrEqual(run.budget);

  const days = run.audited.filter(({ details }) => details["because"] === "share");
  expect(days.map(({ objectId }) => objectId)).toContain(
    db.partitions.nameOf("messages", new Date(startMs)),
  );
  expect(run.report?.retention.droppedAt).not.toBeNull();
}, 300_000);

test("the least days stay although the share is exceeded, which is an alert", async () => {
  const run = await runDays({ days: 3, freeDays: 0, daysMin: 30 });
  expect(run.lostDays).toEqual(new Set());
  expect(run.report?.retention.isExceeded).toBe(true);
  expect(run.reports.join("\n")).toContain("only the last 30 days of RETENTION_DAYS_MIN");
}, 300_000);
