import * as db from "@jetwire/db";
import type { JournalBacklog, Database } from "@jetwire/db";
import { type ProcessReport, serviceNames, type StreamGroup } from "@jetwire/protocol";
import { type RedisClient, readRedisFacts, type Stores } from "@jetwire/redis";
import { withDeadline } from "@jetwire/runtime";
import type { HealthFacts, ProcessFacts, ProcessState } from "./health-facts.ts";

/** The stores that health is measured in. */
export interface MeasuredStores {
  /** The primary: what it has of the path of messages is never late. */
  readonly database: Pick<Database, "answers" | "withQueryDeadline">;
  /** The replica to read from; null if there is none. */
  readonly replica: Pick<Database, "answers"> | null;
  /** Null if its address is not known. */
  readonly redis: RedisClient | null;
  readonly stores: Pick<Stores, "streams" | "canaryRuns" | "processes"> | null;
  /** The configured number of partitions. */
  readonly partitions: number;
}

const msMaxDefault = 1_000;
/** An ingest copies its counts every second; after this time it is stopped or cut off. */
const silentMs = 10_000;
/** Backlogs of ingests that have been silent for longer are for the account of messages. */
const silentMsMax = 86_400_000;

/**
 * Measures the state of the service. What cannot be measured is null, never an error. Partitions, the schema and the
 * account cost more, and are left to who needs them.
 *
 * @param msMax the longest time for each question to Postgres and Redis, one second by default
 */
export async function measureHealth(
  sources: MeasuredStores,
  msMax = msMaxDefault,
): Promise<HealthFacts> {
  const [ofPostgres, { lags, ...ofRedis }] = await Promise.all([
    measurePostgres(sources, msMax),
    measureRedis(sources, msMax),
  ]);
  const { backlogs, ...others } = ofPostgres;
  return {
    nowMs: Date.now(),
    ...others,
    ...ofRedis,
    lagMs: { dispatch: backlogs && dispatchMs(backlogs), ...lags },
    journalBytes: backlogs && journalBytes(backlogs),
    clockSkewMs: backlogs && greatestSkewMs(backlogs),
    partitions: null,
    schema: null,
    accounting: null,
  };
}

async function measurePostgres({ database, replica }: MeasuredStores, msMax: number) {
  const [postgres, replicaAnswer, backlogs, deadLetters, feeders, backups, storage] =
    await Promise.all([
      database.answers(msMax),
      replica?.answers(msMax) ?? (true as const),
      database.withQueryDeadline(db.accounting.readBacklogs, msMax).catch(() => null),
      database.withQueryDeadline(db.deadLetters.sample, msMax).catch(() => null),
      database
        .withQueryDeadline(db.stationActivity.readFeederSilence, msMax)
        .then((silence) => ({ silence }))
        .catch(() => null),
      database.withQueryDeadline(db.backups.readState, msMax).catch(() => null),
      database.withQueryDeadline(db.storage.readReport, msMax).catch(() => null),
    ]);
  return { postgres, replica: replicaAnswer, backlogs, deadLetters, feeders, backups, storage };
}

const noRedis = {
  redis: "its address is not known",
  redisServer: null,
  lags: { storage: null, delivery: null, firehose: null },
  canaryRuns: [],
  processes: null,
};

async function measureRedis({ redis, stores, partitions }: MeasuredStores, msMax: number) {
  if (redis === null || stores === null) return noRedis;
  const { streams, canaryRuns, processes } = stores;
  const inTime = async <Value>(work: Promise<Value>) => await withDeadline(work, msMax, "Redis");
  const lagOf = async (group: StreamGroup) =>
    await inTime(streams.lagMs(group, partitions)).catch(() => null);
  const [server, storage, delivery, firehose, runs, reports] = await Promise.all([
    inTime(readRedisFacts(redis)).catch((error: unknown) => messageOf(error)),
    lagOf("persister"),
    lagOf("fanout"),
    lagOf("sampler"),
    inTime(canaryRuns.list()).catch(() => []),
    inTime(Promise.all([processes.list(), processes.lost()])).catch(() => null),
  ]);
  return {
    ...(typeof server === "string"
      ? { redis: server, redisServer: null }
      : { redis: true as const, redisServer: server }),
    lags: { storage, delivery, firehose },
    canaryRuns: runs,
    processes: reports && factsOf(reports),
  };
}

function factsOf([alive, lost]: readonly [
  readonly ProcessReport[],
  readonly ProcessReport[],
]): ProcessFacts {
  return { alive: alive satisfies readonly ProcessState[], expected: serviceNames, lost };
}

/** An ingest that is silent while messages wait in its journal has dispatched none since. */
function dispatchMs(backlogs: readonly JournalBacklog[]): number {
  const waits = backlogs.map(({ waiting, waitingMs, silentMs: ms }) => {
    if (ms <= silentMs) return waitingMs;
    return waiting > 0 && ms <= silentMsMax ? ms : 0;
  });
  return Math.max(0, ...waits);
}

function journalBytes(backlogs: readonly JournalBacklog[]): number {
  return running(backlogs).reduce((sum, backlog) => sum + backlog.journalBytes, 0);
}

function greatestSkewMs(backlogs: readonly JournalBacklog[]): number | null {
  const skews = running(backlogs).flatMap(({ clockSkewMs }) => clockSkewMs ?? []);
  return skews.length === 0 ? null : Math.max(...skews);
}

function running(backlogs: readonly JournalBacklog[]): readonly JournalBacklog[] {
  return backlogs.filter((backlog) => backlog.silentMs <= silentMs);
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : String(error);
}
