import * as db from "@jetwire/db";
import { expect, test } from "vitest";
import type { DoctorReport } from "./measure.ts";
import { doctorFindingsOf, reportText } from "./text.ts";

const counts = {
  offered: 100,
  accepted: 70,
  appended: 60,
  duplicates: { repeat: 4, "other-channel": 1 },
  notAMessage: { squitter: 10 },
  rejected: { "not-json": 12 },
  limited: { "station-rate": 8 },
  kernelDrops: 3,
  journalBytes: 512,
};
const accounts = [db.accounting.accountOf({ producer: "a", counts, stored: 50, deadLetters: 1 })];

function report(over: Partial<DoctorReport> = {}): DoctorReport {
  return {
    nowMs: Date.UTC(2026, 10, 21, 12),
    postgres: true,
    replica: true,
    redis: true,
    redisServer: null,
    schema: null,
    lagMs: { dispatch: 0, storage: 0, delivery: 0, firehose: 0 },
    partitions: null,
    journalBytes: 0,
    clockSkewMs: null,
    deadLetters: null,
    feeders: { silence: null },
    backups: null,
    storage: null,
    processes: null,
    canaryRuns: [],
    accounting: {
      producers: accounts,
      sum: db.accounting.sumOf(accounts, { stored: 0, deadLetters: 0 }, 9),
      bounds: { atLeast: 0, atMost: 0 },
      impossible: [],
    },
    versions: { node: "24.12.0", postgres: "18.1" },
    deadLetterReasons: [],
    ...over,
  };
}

test("a report without problems has the account, and says that all is well", () => {
  const text = reportText(report(), doctorFindingsOf(report()));
  expect(text).toMatch(/unaccounted +0/);
  expect(text).toMatch(/\+ duplicate: repeat +4/);
  expect(text).toContain("No feeder has sent yet.");
  expect(text).toContain("All is well.");
});

test("each problem stands with what to do about it", () => {
  const broken = report({ postgres: "ECONNREFUSED", clockSkewMs: 7_000 });
  expect(reportText(broken, doctorFindingsOf(broken))).toContain(
    "✗ Postgres does not answer: stored messages cannot be read (ECONNREFUSED)\n  → start Postgres, or correct DATABASE_URL\n✗ The clock",
  );
});

test("dead letters are listed by their reasons", () => {
  const reasons = [{ reason: "bad-entry", count: 2, example: "x" }];
  expect(reportText(report({ deadLetterReasons: reasons }), [])).toMatch(/bad-entry +2 +x/);
});

test("the report has bounds of the account while messages move", () => {
  const { accounting } = report();
  if (accounting === null) throw new Error("it has an account");
  const moving = { ...accounting, bounds: { atLeast: -1, atMost: 4 } };
  expect(reportText(report({ accounting: moving }), [])).toContain(
    "unaccounted is between -1 and 4",
  );
});
