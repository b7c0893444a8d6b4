import * as db from "@jetwire/db";
import { serviceNames } from "@jetwire/protocol";
import type { HealthFacts, ProcessState } from "@jetwire/health";

export const wellAtMs = Date.UTC(2026, 10, 21, 12);

/** A process that is well. */
export function processOf(service: string, over: Partial<ProcessState> = {}): ProcessState {
  return {
    service,
    number: 1,
    ready: true,
    draining: false,
    problems: [],
    replica: `host/1/${service}`,
    startedAt: "2026-11-21T11:00:00.000Z",
    ...over,
  };
}

/** The facts of a service without a problem. */
export function wellFacts(): HealthFacts {
  const counts = {
    offered: 10,
    accepted: 10,
    appended: 10,
    duplicates: {},
    notAMessage: {},
    rejected: {},
    limited: {},
    kernelDrops: 0,
    journalBytes: 0,
  };
  const producers = [
    db.accounting.accountOf({ producer: "a", counts, stored: 10, deadLetters: 0 }),
  ];
  return {
    nowMs: wellAtMs,
    postgres: true,
    replica: true,
    redis: true,
    redisServer: {
      version: "7.0.15",
      usedBytes: 1_048_576,
      maxBytes: 0,
      hostBytes: 0,
      evictionPolicy: "noeviction",
      appendOnly: true,
      unwritten: null,
    },
    schema: {
      durable: true,
      migrations: { applied: ["0001-first"], pending: [], unknown: [] },
      strays: 0,
      lastPartition: "messages_20261128",
    },
    lagMs: { dispatch: 0, storage: 0, delivery: 0, firehose: 0 },
    partitions: [],
    journalBytes: 0,
    clockSkewMs: 3,
    deadLetters: { count: 0, isMore: false, since: null },
    backups: {
      configured: true,
      store: "/backups",
      since: "2026-11-01T03:00:00.000Z",
      newest: {
        name: "20261121T030000Z-3f0a",
        takenAt: "2026-11-21T03:00:00.000Z",
        verified: "rows",
        verifiedLess: null,
      },
      count: 9,
      failedAt: null,
      problem: null,
      damaged: [],
      checkedAt: {},
    },
    storage: {
      measuredAt: "2026-11-21T11:55:00.000Z",
      disks: [
        {
          name: "postgres",
          measured: "size",
          bytes: 1e11,
          freeBytes: 5e10,
          growthBytes: 1e9,
          fullAt: null,
        },
      ],
      tables: [],
      retention: {
        messagesDays: 365,
        rawDays: 7,
        daysMin: 1,
        share: 0.8,
        budgetBytes: 8e10,
        usedBytes: 5e10,
        isExceeded: false,
        droppedAt: null,
        drops: [],
      },
    },
    feeders: { silence: { silentMs: 1_000, gapMs: 500 } },
    processes: {
      alive: serviceNames.map((name) => processOf(name)),
      expected: serviceNames,
      lost: [],
    },
    canaryRuns: [canaryRun(0)],
    accounting: {
      producers,
      sum: db.accounting.sumOf(producers, { stored: 0, deadLetters: 0 }, 0),
      bounds: { atLeast: 0, atMost: 0 },
      impossible: [],
    },
  };
}

/** The result of a canary message that was sent so many seconds ago. */
export function canaryRun(
  secondsAgo: number,
  problem: HealthFacts["canaryRuns"][number]["problem"] = null,
): HealthFacts["canaryRuns"][number] {
  const sentAt = new Date(wellAtMs - secondsAgo * 1_000).toISOString();
  return { sentAt, storedMs: 100, deliveredMs: problem === null ? 40 : null, problem };
}
