import { type Database, readWatermarks, writeLedger } from "@jetwire/db";
import type { LedgerCounts } from "@jetwire/protocol";
import type { IngestConfig } from "../config.ts";
import type { DispatchProgress } from "./dispatch-progress.ts";
import type { Journal } from "./journal.ts";
import { createDelayedValue } from "./delayed-value.ts";

/** Exchanges the journal's state with Postgres. */
export interface DatabaseSync {
  /** Copies the counts to Postgres, and cuts the journal below what Postgres has had for a while. */
  run(): Promise<void>;
}

const queryMs = 3_000;

export function createDatabaseSync(
  config: Pick<IngestConfig, "INGEST_JOURNAL_KEEP_SECONDS" | "INGEST_JOURNAL_BYTES_MAX">,
  source: {
    readonly journal: Pick<Journal, "bytes" | "cut">;
    readonly counts: LedgerCounts;
    readonly progress: Pick<DispatchProgress, "dispatchedSeq">;
    readonly producerId: string;
  },
  database: Database,
): DatabaseSync {
  const { journal, counts, progress, producerId } = source;
  // Stored entries are kept for a while, because a Redis that fails over may still lack them.
  const keptWatermarks = createDelayedValue<ReadonlyMap<number, number>>(
    config.INGEST_JOURNAL_KEEP_SECONDS * 1_000,
  );
  const keepBytesMax = config.INGEST_JOURNAL_BYTES_MAX / 2;
  return {
    async run() {
      await database.withQueryDeadline(async (sql) => {
        await writeLedger(sql, producerId, { ...counts, journalBytes: journal.bytes });
        const latest = await readWatermarks(sql, producerId);
        const delayed = keptWatermarks.next(latest, performance.now());
        const stored = journal.bytes > keepBytesMax ? latest : delayed;
        if (stored !== null) {
          await journal.cut(progress.dispatchedSeq, (partition) => stored.get(partition) ?? 0);
        }
      }, queryMs);
    },
  };
}
