import type { LedgerCounts } from "@jetwire/protocol";
import { describe, expect, test } from "vitest";
import { accountOf, type LedgerLine, sumOf } from "@jetwire/db";
import { findingsOf } from "./findings.ts";
import type { DoctorReport } from "./report.ts";
import { reportText } from "./text.ts";

const counts: LedgerCounts = {
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

function line(over: Partial<LedgerLine> = {}): LedgerLine {
  return { producer: "a", counts, stored: 50, deadLetters: 1, ...over };
}

const none = { stored: 0, deadLetters: 0 };

describe("the conservation law", () => {
  test("holds when the streams hold what is missing between appended and stored", () => {
    const sum = sumOf([accountOf(line()), accountOf(line({ producer: "b" }))], none, 18);
    expect(sum).toMatchObject({
      offered: 200,
      persisted: 100,
      deadLetters: 2,
      inJournal: 10,
      inStream: 18,
      duplicates: { repeat: 8, "other-channel": 2 },
      kernelDrops: 6,
      unaccounted: 0,
    });
  });

  test("names what is nowhere: appended, not stored, not in the streams", () => {
    expect(sumOf([accountOf(line())], none, 6).unaccounted).toBe(3);
  });

  test("counts what was stored for a producer without a ledger", () => {
    expect(sumOf([accountOf(line())], { stored: 2, deadLetters: 1 }, 6).unaccounted).toBe(0);
  });

  test("is not judged without Redis", () => {
    expect(sumOf([accountOf(line())], none, null).unaccounted).toBeNull();
  });

  test("a producer that lost count of what it was offered shows it by itself", () => {
    const account = accountOf(line({ counts: { ...counts, rejected: {} } }));
    expect(account.unaccounted).toBe(12);
  });
});

const now = Date.UTC(2026, 10, 21, 12);

const rest = {
  name: "rest",
  replica: 0,
  pid: 7,
  ready: true,
  failing: {},
  alarms: {},
  draining: false,
};

function healthy(): DoctorReport {
  const accounts = [accountOf(line())];
  return {
    versions: { node: "24.12.0" },
    postgres: {
      error: null,
      version: "15.8",
      durable: true,
      migrations: { applied: ["0001-first"], pending: [], unknown: [] },
      strays: 0,
      lastPartition: "messages_20261128",
    },
    redis: {
      error: null,
      version: "7.0.15",
      usedBytes: 1_048_576,
      maxBytes: 0,
      hostBytes: 0,
      evictionPolicy: "noeviction",
      appendOnly: true,
      unwritten: null,
    },
    accounting: {
      producers: accounts,
      sum: sumOf(accounts, none, 9),
      bounds: { atLeast: 0, atMost: 0 },
      impossible: [],
    },
    deadLetters: [],
    streams: [{ partition: 0, length: 9, groups: [{ group: "persister", pending: 4, lag: 5 }] }],
    processes: [rest],
    missing: [],
    lost: null,
    feeders: { silentMs: 1_000, gapMs: 500 },
  };
}

describe("what is wrong", () => {
  test("nothing, when nothing is", () => {
    expect(findingsOf(healthy(), now)).toEqual([]);
    const text = reportText(healthy(), []);
    expect(text).toMatch(/unaccounted +0/);
    expect(text).toMatch(/\+ duplicate: repeat +4/);
    expect(text).toContain("All is well.");
  });

  const good = healthy();
  const sum = good.accounting?.sum;
  const postgres = good.postgres;
  const redis = good.redis;
  if (!sum || postgres.error !== null || redis.error !== null) throw new Error("it is healthy");
  const withBounds = (atLeast: number, atMost: number) => ({
    accounting: { producers: [], sum, bounds: { atLeast, atMost }, impossible: [] },
  });
  const cases: [string, Partial<DoctorReport>, RegExp][] = [
    ["Postgres unavailable", { postgres: { error: "ECONNREFUSED" } }, /Postgres: ECONNREFUSED/],
    [
      "a migration missing",
      { postgres: { ...postgres, migrations: { applied: [], pending: ["0002-x"], unknown: [] } } },
      /lacks 0002-x/,
    ],
    ["messages without a partition", { postgres: { ...postgres, strays: 3 } }, /3 messages/],
    [
      "partitions running out",
      { postgres: { ...postgres, lastPartition: "messages_20261121" } },
      /last partition is messages_20261121/,
    ],
    ["no durability", { postgres: { ...postgres, durable: "fsync is off" } }, /fsync/],
    ["Redis unavailable", { redis: { error: "it does not answer" } }, /Redis: it does not answer/],
    ["Redis full", { redis: { ...redis, usedBytes: 90, maxBytes: 100 } }, /90 %/],
    [
      "Redis evicts",
      { redis: { ...redis, maxBytes: 1e9, evictionPolicy: "allkeys-lru" } },
      /allkeys-lru/,
    ],
    ["Redis forgets", { redis: { ...redis, appendOnly: false } }, /appendonly is no/],
    [
      "Redis with a full disk",
      { redis: { ...redis, unwritten: "append-only file" } },
      /Redis cannot write its append-only file to its disk/,
    ],
    [
      "a process not ready",
      {
        processes: [{ ...rest, replica: 1, ready: false, failing: { postgres: "away" } }],
      },
      /rest 1 is not ready \(postgres: away\)/,
    ],
    [
      "all gateways drained",
      { processes: [{ ...rest, name: "gateway", draining: true }] },
      /No gateway accepts connections: 1 of 1 are drained/,
    ],
    ["a service without a process", { missing: ["fanout"] }, /no fanout has reported/],
    ["a frozen process", { lost: "gateway 1 has not reported for 20 s" }, /gateway 1 has not/],
    [
      "a group far behind",
      {
        streams: [
          { partition: 2, length: 1, groups: [{ group: "fanout", pending: 1, lag: 20_000 }] },
        ],
      },
      /fanout is 20001 entries behind in partition 2/,
    ],
    ["a loss", withBounds(5, 5), /^5 of the offered messages are lost/],
    ["a loss while messages move", withBounds(5, 9), /^5 to 9 of the offered messages are lost/],
    ["a surplus", withBounds(-5, -5), /^5 more messages are stored/],
    ["a surplus while messages move", withBounds(-9, -5), /^5 to 9 more messages are stored/],
    [
      "a producer whose counts do not add up",
      {
        accounting: {
          producers: [{ ...sum, producer: "a", unaccounted: 3 }],
          sum,
          bounds: null,
          impossible: [],
        },
      },
      /counts of producer a do not add up: 3/,
    ],
    [
      "an alarm of a process that is ready",
      { processes: [{ ...rest, name: "ingest", alarms: { dispatch: "5 messages wait" } }] },
      /ingest 0 has an alarm \(dispatch: 5 messages wait\)/,
    ],
    [
      "dead letters",
      { deadLetters: [{ reason: "bad-entry", count: 2, example: "x" }] },
      /2 dead letters: entries that could not be stored \(bad-entry: x\)/,
    ],
  ];
  test.each(cases)("%s", (_, over, expected) => {
    const found = findingsOf({ ...healthy(), ...over }, now);
    expect(found).toHaveLength(1);
    expect(found[0]?.what).toMatch(expected);
    expect(found[0]?.todo).not.toBe("");
  });

  test("a full disk comes first, with what to do, even if servers on it have stopped", () => {
    const why = "the journal /j cannot be written: no space left on the disk (ENOSPC)";
    const ingest = { ...rest, name: "ingest", ready: false, failing: { journal: why } };
    const processes = [rest, ingest];
    const stopped = { postgres: { error: "ECONNREFUSED" }, redis: { error: "it does not answer" } };
    const [first, ...others] = findingsOf({ ...healthy(), ...stopped, processes }, now);
    expect(first?.what).toBe(`ingest 0 is not ready (journal: ${why})`);
    expect(first?.todo).toContain("free space on this disk");
    expect(others.map(({ what }) => what)).toEqual([
      "Postgres: ECONNREFUSED",
      "Redis: it does not answer",
    ]);
  });

  test("a Postgres whose disk is full is not to be started", () => {
    const full = { error: "the disk of Postgres is full (53100)" };
    expect(findingsOf({ ...healthy(), postgres: full }, now)[0]?.todo).toContain("free space");
  });

  test("nothing, when an operator drains a gateway", () => {
    const gateway = { ...rest, name: "gateway", ready: false, draining: true };
    const other = { ...rest, name: "gateway", replica: 1 };
    expect(findingsOf({ ...healthy(), processes: [gateway, other] }, now)).toEqual([]);
  });

  test("a difference that may be none is not reported as one, and the text tells the bounds", () => {
    const report = { ...healthy(), ...withBounds(-1, 4) };
    expect(findingsOf(report, now)).toEqual([]);
    expect(reportText(report, [])).toContain("unaccounted is between -1 and 4");
  });
});
