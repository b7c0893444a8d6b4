import { serviceNames } from "@jetwire/protocol";
import { canaryRun, processOf } from "@jetwire/testbed";
import { expect, test } from "vitest";
import type { HealthFacts } from "../src/index.ts";
import {
  shareDrop,
  storage,
  withDisk,
  withRetention,
  withReader,
  withProcess,
  redisServer,
  schema,
  backups,
  newest,
  accounting,
  found,
  withBounds,
} from "./found.ts";

const late = "New messages are stored late: lists, exports and statistics lack the latest ones";

const cases: [string, Partial<HealthFacts>, string][] = [
  [
    "Postgres does not answer",
    { postgres: "ECONNREFUSED" },
    "postgres: Postgres does not answer: stored messages cannot be read (ECONNREFUSED)",
  ],
  [
    "the replica does not answer",
    { replica: "ECONNREFUSED" },
    "postgres: The replica of Postgres does not answer: stored messages cannot be read (ECONNREFUSED)",
  ],
  [
    "the disk of Postgres is full",
    { postgres: "the disk of Postgres is full (53100)" },
    "postgres-disk: The disk of Postgres is full (the disk of Postgres is full (53100))",
  ],
  [
    "a migration is missing",
    { schema: { ...schema, migrations: { applied: [], pending: ["0002-x"], unknown: [] } } },
    "migrations: The database lacks 0002-x",
  ],
  [
    "the database is newer",
    { schema: { ...schema, migrations: { applied: [], pending: [], unknown: ["0099-x"] } } },
    "migrations: The database is newer than this version: 0099-x",
  ],
  [
    "Postgres confirms too early",
    { schema: { ...schema, durable: "fsync is off" } },
    "durability: fsync is off",
  ],
  [
    "messages have no partition",
    { schema: { ...schema, strays: 3 } },
    "partitions: 3 messages are in the default partition",
  ],
  [
    "partitions run out",
    { schema: { ...schema, lastPartition: "messages_20261121" } },
    "partitions: The last partition is messages_20261121",
  ],
  [
    "Redis does not answer",
    { redis: "it does not answer", redisServer: null },
    "redis: Redis does not answer: live delivery is interrupted (it does not answer)",
  ],
  [
    "Redis is nearly full",
    { redisServer: { ...redisServer, usedBytes: 90, maxBytes: 100 } },
    "redis-memory: Redis uses 90 % of its memory",
  ],
  [
    "Redis evicts",
    { redisServer: { ...redisServer, evictionPolicy: "allkeys-lru" } },
    "redis-eviction: Redis may evict messages (maxmemory-policy is allkeys-lru)",
  ],
  [
    "Redis forgets",
    { redisServer: { ...redisServer, appendOnly: false } },
    "redis-persistence: Redis does not persist its data (appendonly is no)",
  ],
  [
    "no back-up was ever taken, and the last run failed",
    {
      backups: {
        ...backups,
        newest: null,
        failedAt: "2026-11-21T11:00:00.000Z",
        problem: "ENOSPC",
      },
    },
    "backups: There is no back-up (ENOSPC)",
  ],
  [
    "the newest back-up is too old",
    { backups: { ...backups, newest: { ...newest, takenAt: "2026-11-20T03:00:00.000Z" } } },
    "backups: The newest back-up is 33 hours old",
  ],
  [
    "a back-up was not restored to verify it",
    { backups: { ...backups, newest: { ...newest, verifiedLess: "no room" } } },
    "backups: The back-up 20261121T030000Z-3f0a was not restored to verify it (no room)",
  ],
  [
    "a back-up is damaged",
    { backups: { ...backups, damaged: [{ name: "a", reason: "its checksum differs" }] } },
    "backups: The back-up a is damaged (its checksum differs)",
  ],
  [
    "a disk is forecast to be full within a week",
    withDisk("2026-11-25T12:00:00.000Z"),
    "disk-forecast: The disk of postgres will be full in 4 days (4.0 GB are free, and 1.0 GB are added a day)",
  ],
  [
    "a disk is forecast to be full within a day",
    withDisk("2026-11-21T21:00:00.000Z"),
    "disk-soon-full: The disk of postgres will be full in 9 hours (4.0 GB are free, and 1.0 GB are added a day)",
  ],
  [
    "messages will be dropped for lack of room, for the first time",
    withRetention({ drops: [shareDrop] }),
    "retention: Retention will drop the messages of 2026-09-01 sooner than after KEEP_MESSAGES_DAYS: the database reaches RETENTION_DISK_SHARE (0.8) (at 2026-11-22 10:00 UTC)",
  ],
  [
    "no day may be dropped although the database takes too much",
    withRetention({ isExceeded: true }),
    "retention: The database takes more than RETENTION_DISK_SHARE (0.8), and only the last day of RETENTION_DAYS_MIN could be dropped",
  ],
  [
    "a service has no process",
    {
      processes: {
        alive: serviceNames.filter((name) => name !== "fanout").map((name) => processOf(name)),
        expected: serviceNames,
        lost: [],
      },
    },
    "services: No fanout has reported within 15 seconds",
  ],
  [
    "a process is not ready",
    withProcess("rest", {
      ready: false,
      problems: [{ name: "postgres", reason: "away", since: null }],
    }),
    "readiness: rest 1 is not ready (postgres: away)",
  ],
  [
    "a process that is ready has an alarm",
    withProcess("ingest", {
      problems: [{ name: "dispatch", reason: "5 messages wait", since: null }],
    }),
    "readiness: ingest 1 has an alarm (dispatch: 5 messages wait)",
  ],
  [
    "all gateways are drained",
    withProcess("gateway", { draining: true, ready: false }),
    "gateways: No gateway accepts connections: 1 of 1 are drained",
  ],
  [
    "no gateway is ready",
    {
      processes: {
        alive: [
          ...serviceNames.filter((name) => name !== "gateway").map((name) => processOf(name)),
          processOf("gateway", { ready: false, draining: true }),
          processOf("gateway", { ready: false, draining: true, number: 2 }),
        ],
        expected: serviceNames,
        lost: [],
      },
    },
    "gateways: No gateway accepts connections: 2 of 2 are drained",
  ],
  [
    "the certificate expires",
    withProcess("chores", {
      problems: [{ name: "certificate", reason: "it expires in 2 days", since: null }],
    }),
    "certificate: it expires in 2 days",
  ],
  [
    "a stage is late",
    withReader("host/1/persister"),
    `storage: ${late} (the oldest by 43 s) (persister 1 is behind in partition 3)`,
  ],
  [
    "nobody reads a partition",
    withReader(null),
    `storage: ${late} (the oldest by 43 s) (nobody reads partition 3 for persister)`,
  ],
  [
    "a clock is wrong",
    { clockSkewMs: 7_000 },
    "clock-skew: The clock of a host of ingest is 7 s wrong: times of messages may be wrong",
  ],
  [
    "messages are lost",
    withBounds(5, 5),
    "account: 5 of the offered messages are lost: they are neither stored nor in flight",
  ],
  [
    "messages are lost while others move",
    withBounds(5, 9),
    "account: 5 to 9 of the offered messages are lost: they are neither stored nor in flight",
  ],
  [
    "more is stored than was offered",
    withBounds(-9, -5),
    "account: 5 to 9 more messages are stored or in flight than were offered: counts of ingest are lost",
  ],
  [
    "the counts of a producer do not add up",
    {
      accounting: {
        ...accounting,
        producers: [{ ...accounting.sum, producer: "a", unaccounted: 3 }],
      },
    },
    "account: The counts of producer a do not add up: 3 offered messages have no result",
  ],
  [
    "the counts of a producer cannot be true",
    { accounting: { ...accounting, bounds: null, impossible: ["a"] } },
    "account: The counts of producer a cannot be true, so nobody can say whether messages are lost",
  ],
  [
    "messages could not be stored",
    { deadLetters: { count: 1_000, isMore: true, since: "2026-11-20T00:00:00.000Z" } },
    "dead-letters: More than 1000 messages could not be stored",
  ],
  [
    "three test messages in a row fail",
    {
      canaryRuns: [0, 10, 20].map((ago) => canaryRun(ago, "not-delivered")),
    },
    "canary: The last 3 test messages failed: test messages do not arrive at the client of a feed",
  ],
  [
    "no test message is sent any more",
    { canaryRuns: [canaryRun(90)] },
    "canary: No test message was sent for 90 s",
  ],
];

test.each(cases)("%s", (_, over, expected) => {
  expect(found(over)).toEqual([expected]);
});

test.each([
  ["a disk is full in more than a week", withDisk("2026-11-28T13:00:00.000Z")],
  [
    "days are dropped as they are old",
    withRetention({ drops: [{ ...shareDrop, reason: "days" }] }),
  ],
  [
    "a drop for lack of room is two days away",
    withRetention({ drops: [{ ...shareDrop, at: "2026-11-23T12:00:00.000Z" }] }),
  ],
  [
    "a day was dropped for lack of room this week, so that the next drop is expected",
    withRetention({ drops: [shareDrop], droppedAt: "2026-11-19T10:00:00.000Z" }),
  ],
  [
    "chores has not measured for long",
    {
      ...withDisk("2026-11-21T13:00:00.000Z"),
      canaryRuns: [],
      nowMs: Date.parse(storage.measuredAt) + 4 * 3_600_000,
    },
  ],
] satisfies [string, Partial<HealthFacts>][])("nothing is wrong while %s", (_, over) => {
  expect(found(over)).toEqual([]);
});
