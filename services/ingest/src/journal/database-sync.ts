import { type Database, readWatermarks, writeLedger } from "@jetwire/db";
import type { LedgerCounts } from "@jetwire/protocol";
import { type Logger, pause } from "@jetwire/runtime";
import type { Journal } from "./journal.ts";
import { createDelayedValue } from "./delayed-value.ts";
import { kernelDrops } from "../listeners/kernel-drops.ts";

export interface DatabaseSyncOptions {
  readonly database: Database;
  readonly journal: Journal;
  readonly producerId: string;
  readonly counts: LedgerCounts;
  readonly dispatchedSeq: () => number;
  /** How long what is stored stays in the journal: a Redis that fails over may still lack it. */
  readonly keepMs: number;
  /** From this size on it doesn't. */
  readonly keepBytesMax: number;
  readonly udpPorts: ReadonlySet<number>;
  readonly log: Logger;
}

const everyMs = 1_000;
const queryMs = 3_000;

/**
 * Once a second, until aborted: cuts the journal below what Postgres has had for a while, copies the counts there,
 * and reads the kernel's drops.
 */
export async function syncWithDatabase(
  options: DatabaseSyncOptions,
  signal: AbortSignal,
): Promise<void> {
  const { database, journal, producerId, counts, log } = options;
  // The kernel counts from a socket's opening, the ledger from the producer's beginning.
  const dropsBefore = counts.kernelDrops;
  const held = createDelayedValue<ReadonlyMap<number, number>>(options.keepMs);
  let failing = false;
  while (!signal.aborted) {
    await pause(everyMs, signal);
    counts.kernelDrops = Math.max(
      counts.kernelDrops,
      dropsBefore + (await kernelDrops(options.udpPorts)),
    );
    try {
      await database.withQueryDeadline(async (sql) => {
        await writeLedger(sql, producerId, { ...counts, journalBytes: journal.bytes });
        const watermarks = await readWatermarks(sql, producerId);
        const now = performance.now();
        const kept = journal.bytes > options.keepBytesMax ? watermarks : held.take(watermarks, now);
        if (kept)
          await journal.cut(options.dispatchedSeq(), (partition) => kept.get(partition) ?? 0);
      }, queryMs);
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ err: error }, "upkeep of the journal failed, trying again");
      failing = true;
    }
  }
}
