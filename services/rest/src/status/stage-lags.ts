import {
  type Backlog,
  type Database,
  feederProblem,
  readBacklogs,
  readFeederSilence,
  sampleDeadLetters,
} from "@jetwire/db";
import type { ServiceProblem, StageLags } from "@jetwire/protocol";
import {
  type MessageStreams,
  type RedisClient,
  fillOf,
  type RedisFacts,
  readRedisFacts,
  unwrittenText,
} from "@jetwire/redis";
import { clockSkewMsMax, withDeadline } from "@jetwire/runtime";

/** The part of a status that is about the path of messages. */
export interface PathState {
  readonly lag: StageLags;
  /** Bytes in the journals of ingests that run. */
  readonly journalBytes: number | null;
  /** The greatest difference of the clock of an ingest that runs, seconds. */
  readonly clockSkew: number | null;
  readonly degraded: readonly ServiceProblem[];
}

export interface MeasuredPath {
  readonly database: Pick<Database, "withQueryDeadline">;
  readonly redis: RedisClient;
  readonly streams: Pick<MessageStreams, "lagMs">;
  /** The configured number of partitions. */
  readonly partitions: number;
}

const queryMsMax = 1_000;
const redisMsMax = 1_000;
/** The age from which on a stage is reported as late. */
const lateMs = 5_000;
const memoryFillMax = 0.8;
/** An ingest copies its counts every second; after this time it is stopped or cut off. */
const silentMs = 10_000;
/** Backlogs of ingests that have been silent for longer are for `jetwire doctor`. */
const silentMsMax = 86_400_000;

const lateTexts = {
  dispatch: "New messages wait at ingest before they are stored and delivered",
  storage: "New messages are stored late: lists, exports and statistics lack the latest ones",
  delivery: "New messages reach feeds and monitors late",
  firehose: "New messages reach the firehose late",
} as const;

/** Measures every stage of the path of messages. What cannot be measured is null, never an error. */
export async function measurePath(sources: MeasuredPath): Promise<PathState> {
  const [groups, facts, backlogs, deadLetters, silence] = await Promise.all([
    groupLags(sources),
    withDeadline(readRedisFacts(sources.redis), redisMsMax, "Redis").catch(() => null),
    sources.database.withQueryDeadline(readBacklogs, queryMsMax).catch(() => null),
    sources.database.withQueryDeadline(sampleDeadLetters, queryMsMax).catch(() => null),
    sources.database.withQueryDeadline(readFeederSilence, queryMsMax).catch(() => null),
  ]);
  const dispatch = backlogs === null ? null : Math.max(0, ...backlogs.map(dispatchWaitMs));
  const lags = { dispatch, ...groups };
  const late = lateStages(lags);
  const silent = feederProblem(silence);
  // While messages wait to be stored, nothing shows that none is sent.
  const isMoving = !late.some(({ part }) => part === "dispatch" || part === "storage");
  const clockSkewMs = greatestClockSkewMs(backlogs ?? []);
  return {
    lag: {
      dispatch: secondsOf(lags.dispatch),
      storage: secondsOf(lags.storage),
      delivery: secondsOf(lags.delivery),
      firehose: secondsOf(lags.firehose),
    },
    journalBytes: backlogs === null ? null : journalBytesOf(backlogs),
    clockSkew: secondsOf(clockSkewMs),
    degraded: [
      ...late,
      ...(silent !== null && isMoving ? [{ part: "feeders", reason: silent }] : []),
      ...redisProblems(facts),
      ...clockProblems(clockSkewMs),
      ...deadLetterProblems(deadLetters),
    ],
  };
}

type LagsMs = Readonly<Record<keyof typeof lateTexts, number | null>>;

async function groupLags({ streams, partitions }: MeasuredPath): Promise<Omit<LagsMs, "dispatch">> {
  const read = async (group: "persister" | "fanout" | "sampler") =>
    await withDeadline(streams.lagMs(group, partitions), redisMsMax, "Redis").catch(() => null);
  const [storage, delivery, firehose] = await Promise.all([
    read("persister"),
    read("fanout"),
    read("sampler"),
  ]);
  return { storage, delivery, firehose };
}

/** An ingest that is silent while messages wait in its journal has dispatched none since. */
function dispatchWaitMs(backlog: { waitingMs: number; waiting: number; silentMs: number }): number {
  if (backlog.silentMs <= silentMs) return backlog.waitingMs;
  return backlog.waiting > 0 && backlog.silentMs <= silentMsMax ? backlog.silentMs : 0;
}

function journalBytesOf(backlogs: readonly Backlog[]): number {
  const running = backlogs.filter((backlog) => backlog.silentMs <= silentMs);
  return running.reduce((sum, { journalBytes }) => sum + journalBytes, 0);
}

function greatestClockSkewMs(backlogs: readonly Backlog[]): number | null {
  const skews = backlogs.flatMap((backlog) =>
    backlog.silentMs <= silentMs && backlog.clockSkewMs !== null ? [backlog.clockSkewMs] : [],
  );
  return skews.length === 0 ? null : Math.max(...skews);
}

function clockProblems(skewMs: number | null): ServiceProblem[] {
  if (skewMs === null || skewMs <= clockSkewMsMax) return [];
  const reason = `The clock of a host of ingest is ${Math.round(skewMs / 1_000)} s wrong: times of messages may be wrong`;
  return [{ part: "clock-skew", reason }];
}

function lateStages(lags: LagsMs): ServiceProblem[] {
  return (Object.keys(lateTexts) as (keyof typeof lateTexts)[]).flatMap((part) => {
    const ms = lags[part];
    if (ms === null || ms < lateMs) return [];
    return [{ part, reason: `${lateTexts[part]} (the oldest by ${Math.round(ms / 1_000)} s)` }];
  });
}

function redisProblems(facts: RedisFacts | null): ServiceProblem[] {
  if (facts === null) return [];
  const problems: ServiceProblem[] = [];
  if (facts.unwritten !== null) {
    problems.push({ part: "redis-disk", reason: unwrittenText(facts.unwritten) });
  }
  const fill = fillOf(facts);
  if (fill >= memoryFillMax) {
    const reason = `Redis uses ${Math.round(fill * 100)} % of its memory`;
    problems.push({ part: "redis", reason });
  }
  return problems;
}

function deadLetterProblems(count: { count: number; isMore: boolean } | null): ServiceProblem[] {
  if (count === null || count.count === 0) return [];
  const number = `${count.isMore ? "More than " : ""}${count.count}`;
  return [{ part: "dead-letters", reason: `${number} messages could not be stored` }];
}

function secondsOf(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms / 100) / 10;
}
