import * as db from "@jetwire/db";
import type { WaitingWork } from "@jetwire/db";
import { type AccountingWatch, type MeasuredStores, judge, measureHealth } from "@jetwire/health";
import type { Overview } from "@jetwire/protocol";
import { fillOf, type Stores, type PartitionWaiting } from "@jetwire/redis";
import { withDeadline } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";
import { canaryOf } from "./canary.ts";
import { checksOf, overviewSummaryOf } from "./checks.ts";

const redisMsMax = 1_000;

/** The stores and databases that an overview is measured from. */
export interface MeasuredOverview extends MeasuredStores {
  readonly stores: MeasuredStores["stores"] & Pick<Stores, "firehose">;
  readonly accounting: AccountingWatch;
  /** Reads the primary. */
  readonly read: Read;
}

/** Measures the state of the service. What cannot be measured is null or empty, never an error. */
export function createOverview(sources: MeasuredOverview): () => Promise<Overview> {
  const { stores, accounting, partitions: configured } = sources;
  const firstSeen = createFirstSeen();

  return async () => {
    const [facts, processes, partitions, firehose, work] = await Promise.all([
      measureHealth(sources),
      ofRedis(stores.processes.list()),
      ofRedis(stores.streams.waiting(configured)),
      ofRedis(stores.firehose.state()),
      sources.read(db.accounting.countWaitingWork).catch(() => null),
    ]);
    const unaccounted = accounting.latest();
    const judged = judge({ ...facts, partitions, accounting: accounting.measured() });
    const checks = checksOf(judged, firstSeen);
    return {
      time: new Date(facts.nowMs).toISOString(),
      ...overviewSummaryOf(checks),
      checks,
      processes: processes ?? [],
      partitions: (partitions ?? []).map(toPartition),
      unaccounted,
      ...countsOf(work),
      redisMemory: facts.redisServer && fillOf(facts.redisServer),
      firehoseFraction: firehose?.fraction ?? null,
      canary: canaryOf(facts.canaryRuns),
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
