import { countWaitingWork, type WaitingWork } from "@jetwire/db";
import type { Overview } from "@jetwire/protocol";
import { readRedisFill, type Stores, type PartitionWaiting } from "@jetwire/redis";
import { withDeadline } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";
import { type MeasuredService, measureService } from "../status/service-state.ts";
import type { AccountingWatch } from "./accounting-watch.ts";
import { checksOf, summaryOf } from "./checks.ts";

const redisMsMax = 1_000;

/** The stores and databases that an overview is measured from. */
export interface MeasuredOverview extends MeasuredService {
  readonly stores: Pick<Stores, "processes" | "streams" | "firehose">;
  readonly accounting: AccountingWatch;
  /** Reads the primary. */
  readonly read: Read;
}

/** Measures the state of the service. What cannot be measured is null or empty, never an error. */
export function createOverview(sources: MeasuredOverview): () => Promise<Overview> {
  const { stores, redis, partitions: configured } = sources;
  const firstSeen = createFirstSeen();

  return async () => {
    const [state, processes, partitions, redisMemory, firehose, work] = await Promise.all([
      measureService(sources),
      ofRedis(stores.processes.list()),
      ofRedis(stores.streams.waiting(configured)),
      ofRedis(readRedisFill(redis)),
      ofRedis(stores.firehose.state()),
      sources.read(countWaitingWork).catch(() => null),
    ]);
    const nowMs = Date.now();
    const known = { processes: processes ?? [], partitions: partitions ?? [] };
    const deadLettersSince = work?.deadLettersSince ?? null;
    const checks = checksOf({ ...state, ...known, deadLettersSince }, nowMs, firstSeen);
    return {
      time: new Date(nowMs).toISOString(),
      ...summaryOf(checks),
      checks,
      processes: known.processes,
      partitions: known.partitions.map(toPartition),
      unaccounted: sources.accounting.latest(),
      ...countsOf(work),
      redisMemory,
      firehoseFraction: firehose?.fraction ?? null,
      canary: state.canary,
    };
  };
}

async function ofRedis<Value>(reading: Promise<Value>): Promise<Value | null> {
  return await withDeadline(reading, redisMsMax, "Redis").catch(() => null);
}

function countsOf(work: WaitingWork | null): Pick<Overview, "deadLetters" | "claims" | "reports"> {
  const { deadLetters = null, claims = null, reports = null } = work ?? {};
  return { deadLetters, claims, reports };
}

function toPartition({ partition, length, groups }: PartitionWaiting) {
  return {
    partition,
    length,
    groups: groups.map(({ group, entries, oldestMs, replica }) => ({
      group,
      entries,
      oldestSeconds: Math.round(oldestMs / 100) / 10,
      replica,
    })),
  };
}

/** Remembers since when checks fail. */
function createFirstSeen(): (name: string, problem: string | null) => string | null {
  const failing = new Map<string, string>();
  return (name, problem) => {
    if (problem === null) {
      failing.delete(name);
      return null;
    }
    const since = failing.get(name) ?? new Date().toISOString();
    failing.set(name, since);
    return since;
  };
}
