import { createHealth, createLogger, createMetrics } from "@jetwire/runtime";
import { expect, test } from "vitest";
import { createLedger, emptyCounts } from "../ledger.ts";
import { createDispatchWatch } from "./dispatch-watch.ts";

function watched(leftSeqs = 0) {
  const journal = { lastSeq: 0 };
  const progress = { dispatchedSeq: 0, inStreamSeq: 0 };
  const ledger = createLedger(emptyCounts());
  const arrive = (count: number) => {
    journal.lastSeq += count;
    ledger.accepted(count);
  };
  arrive(leftSeqs);
  let nowMs = 0;
  const health = createHealth();
  const targets = { log: createLogger("test", "silent"), metrics: createMetrics({}), health };
  const watch = createDispatchWatch({
    journal,
    progress,
    ledger,
    stallMsMax: 5_000,
    targets,
    now: () => nowMs,
  });
  return {
    arrive,
    journal,
    progress,
    watch,
    async alarmAfter(ms: number) {
      nowMs += ms;
      watch.check();
      const { ready, alarms } = await health.readiness();
      // Ingest can take messages while its journal has room.
      expect(ready).toBe(true);
      return alarms["dispatch"];
    },
  };
}

test("messages that wait in the journal for too long raise an alarm, and ingest stays ready", async () => {
  const { arrive, progress, watch, alarmAfter } = watched();
  expect(await alarmAfter(60_000)).toBeUndefined();
  arrive(100);
  expect(await alarmAfter(0)).toBeUndefined();
  expect(await alarmAfter(5_001)).toMatch(/^100 messages wait in the journal, the oldest for 5 s/);
  progress.inStreamSeq = 100;
  expect(await alarmAfter(0)).toBeUndefined();
  expect(watch.waitingMs).toBe(0);
});

test("the age is that of the oldest waiting message while later ones arrive", async () => {
  const { arrive, progress, watch, alarmAfter } = watched();
  for (let second = 0; second < 10_000; second++) {
    arrive(10);
    await alarmAfter(1_000);
  }
  expect(watch.waitingMs).toBe(9_999_000);
  // As far as after nine tenths of the time: marks are sparse by now, so the age is not less than that.
  progress.inStreamSeq = 90_000;
  await alarmAfter(0);
  expect(watch.waitingMs).toBeGreaterThan(900_000);
  expect(watch.waitingMs).toBeLessThan(2_000_000);
});

test("messages that Redis lost wait again, as long as they have been in the journal", async () => {
  const { arrive, journal, progress, watch, alarmAfter } = watched();
  for (let second = 0; second < 100; second++) {
    arrive(10);
    await alarmAfter(1_000);
    progress.inStreamSeq = journal.lastSeq;
  }
  expect(watch.waitingMs).toBe(0);
  progress.inStreamSeq -= 600;
  await alarmAfter(0);
  expect(watch.waitingMs).toBeGreaterThanOrEqual(59_000);
  expect(watch.waitingMs).toBeLessThanOrEqual(61_000);
});

test("messages of an earlier process count as a minute old until they are in the stream", async () => {
  const { progress, watch, alarmAfter } = watched(5);
  await alarmAfter(0);
  expect(watch.waitingMs).toBe(60_000);
  progress.inStreamSeq = 5;
  await alarmAfter(1_000);
  expect(watch.waitingMs).toBe(0);
});
