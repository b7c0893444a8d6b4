import {
  type Database,
  type FoundLedger,
  readLedger,
  readTimeline,
  writeLedger,
} from "@jetwire/db";
import type { Alarm, Logger } from "@jetwire/runtime";
import type { IngestConfig } from "../config.ts";
import type { OpenDispatcher } from "../dispatch/open-dispatcher.ts";
import type { LedgerCounts } from "@jetwire/protocol";
import { createDelayedValue, type DelayedValue } from "./delayed-value.ts";
import type { DispatchWatch } from "./dispatch-watch.ts";
import type { Journal } from "./journal.ts";
import { type DatabaseState, whyWentBack } from "./went-back.ts";

/** Exchanges the journal's state with Postgres. */
export type DatabaseSync = ReturnType<typeof createDatabaseSync>;

const queryMs = 3_000;
/** Copying is tried every second; after this time without success it is an alarm. */
const copyMsMax = 20_000;
const mendedText =
  "the counts in Postgres cannot be true, or lacked stored messages: continuing with those of the journal";

export function createDatabaseSync(
  config: Pick<IngestConfig, "INGEST_JOURNAL_KEEP_SECONDS" | "INGEST_JOURNAL_BYTES_MAX">,
  source: Pick<OpenDispatcher, "journal" | "ledger" | "progress" | "producer" | "replay"> & {
    readonly watch: Pick<DispatchWatch, "waitingMs">;
    /** Returns the greatest difference of the host's clock to those of servers, ms. */
    readonly clockSkewMs: () => number | null;
  },
  database: Database,
  { log, alarm }: { readonly log: Logger; readonly alarm: Alarm },
) {
  const { journal, ledger, progress, producer, watch } = source;
  const { highWater } = journal;
  const { counts } = ledger;
  const keepBytesMax = config.INGEST_JOURNAL_BYTES_MAX / 2;
  let keptFor = "";
  let kept: DelayedValue<ReadonlyMap<number, number>>;
  /** The counts that Postgres had before the first write of this process; undefined before it is read. */
  let inPostgresAtStart: LedgerCounts | null | undefined;
  let isAdopted = false;
  let countsMended = 0;
  let copiedAtMs = performance.now();
  let timesWentBack = 0;
  let messagesLost = 0;

  async function read(): Promise<{ state: DatabaseState; written: FoundLedger | null }> {
    return await database.withQueryDeadline(async (sql) => {
      const { name } = producer;
      const written = await readLedger(sql, producer.ledger);
      const timeline = await readTimeline(sql);
      const stored = await producer.readStored(sql);
      const generation = written?.generation ?? 0;
      return { state: { generation, timeline, producer: name, stored }, written };
    }, queryMs);
  }

  async function storeAgain(why: string, inPostgres: LedgerCounts | null): Promise<void> {
    const missing = counts.appended - (inPostgres?.appended ?? 0);
    const lost = Math.max(0, missing - (await countEntries(journal, progress.dispatchedSeq)));
    await source.replay();
    timesWentBack++;
    messagesLost += lost;
    const older =
      lost === 0 ? "" : `; about ${lost} messages are older than the journal and are lost`;
    alarm.raise(`Postgres went back (${why}); what the journal has is stored again${older}`, {
      lost,
    });
  }

  /**
   * Continues the counts that Postgres had at the start, if the journal has lost its end; once, because from then on
   * Postgres has those of this process. A process that ends before they are in its journal leaves that to the next.
   */
  async function adoptCounts(): Promise<void> {
    const found = inPostgresAtStart;
    if (!isAdopted && (journal.hasLostEnd || (found && ledger.isBehind(found)))) {
      await highWater.noteLostEnd(true);
      if (found) ledger.adopt(found, journal.notDispatched);
      isAdopted = true;
      log.warn("continuing the counts that Postgres has, because the journal has lost its end");
    } else if (isAdopted && !progress.changed) await highWater.noteLostEnd(false);
  }

  /** Corrects counts that cannot be true. The next write replaces those in Postgres. */
  function mendCounts(written: FoundLedger | null): void {
    if (written === null) return;
    const missing = ledger.coverStored(written.stored);
    if (missing === 0 && written.counts !== null) return;
    countsMended++;
    log.error({ missing, isReadable: written.counts !== null }, mendedText);
  }

  /** Stored entries are kept for a while, because servers that fail over may lack them. */
  async function cut(latest: ReadonlyMap<number, number>): Promise<void> {
    // Watermarks of an earlier producer or epoch say nothing about this one's.
    if (keptFor !== producer.name) {
      keptFor = producer.name;
      kept = createDelayedValue(config.INGEST_JOURNAL_KEEP_SECONDS * 1_000);
    }
    const delayed = kept.next(latest, performance.now());
    const stored = journal.bytes > keepBytesMax ? latest : delayed;
    if (stored === null) return;
    await journal.cut(progress.dispatchedSeq, (partition) => stored.get(partition) ?? 0);
  }

  /** Writes the counts. Returns what Postgres has of this producer, or null if it knows another one. */
  async function write(found: DatabaseState): Promise<DatabaseState["stored"] | null> {
    const generation = Math.max(highWater.database?.generation ?? 0, found.generation) + 1;
    await database.withQueryDeadline(
      (sql) =>
        writeLedger(
          sql,
          producer.ledger,
          { counts: { ...counts, journalBytes: journal.bytes }, generation },
          {
            waitingMs: watch.waitingMs,
            clockSkewMs: source.clockSkewMs(),
            inDoubt: progress.inDoubt,
          },
        ),
      queryMs,
    );
    const { timeline, producer: name, stored } = found;
    if (name !== producer.name) return null;
    await highWater.noteDatabase({
      generation,
      timeline,
      producer: name,
      stored: Object.fromEntries(stored),
    });
    return stored;
  }

  return {
    /** How often Postgres went back to an older state. */
    get timesWentBack(): number {
      return timesWentBack;
    },
    /** About how many messages Postgres lost that the journal no longer had. */
    get messagesLost(): number {
      return messagesLost;
    },
    /** How often counts that cannot be true were found in Postgres, or were mended, since the start. */
    get countsMended(): number {
      return countsMended;
    },
    /** Time since the counts were copied, or since the start, ms. */
    get sinceCopiedMs(): number {
      return performance.now() - copiedAtMs;
    },
    /**
     * Copies the counts to Postgres, and cuts the journal below what Postgres has had for a while. If
     * Postgres went back, everything in the journal is stored again first, and the alarm lasts until all
     * of it is in the stream again.
     */
    async run(): Promise<void> {
      if (!producer.isReplaying) alarm.clear();
      const found = await read();
      const { written } = found;
      if (inPostgresAtStart === undefined) inPostgresAtStart = written?.counts ?? null;
      await adoptCounts();
      mendCounts(written);
      const known = highWater.database;
      const why = whyWentBack(known, found.state);
      if (why !== null) {
        await storeAgain(why, written?.counts ?? null);
        await highWater.noteDatabase({
          ...found.state,
          generation: known?.generation ?? 0,
          producer: producer.name,
          stored: {},
        });
      }
      const stored = await write(found.state);
      if (stored !== null) await cut(stored);
      copiedAtMs = performance.now();
    },
    /**
     * Copies the counts for the last time, after the dispatcher has ended: another replica may have the traffic from now
     * on. If Postgres went back, the next start of this journal notices it.
     */
    async finish(): Promise<void> {
      const { state } = await read();
      if (whyWentBack(highWater.database, state) === null) await write(state);
    },
  };
}

/** Raises the alarm while the counts are not copied. Nobody notices a loss then, and the journal grows. */
export function checkSync(
  { sinceCopiedMs }: Pick<DatabaseSync, "sinceCopiedMs">,
  alarm: Alarm,
): void {
  if (sinceCopiedMs <= copyMsMax) return alarm.clear();
  const seconds = Math.round(sinceCopiedMs / 1_000);
  alarm.raise(
    `the counts were not copied to Postgres, and the journal was not cut, for ${seconds} s: see why in the log of ingest`,
  );
}

/** Counts the entries in the journal that are dispatched. */
async function countEntries(journal: Pick<Journal, "read">, upToSeq: number): Promise<number> {
  let count = 0;
  for await (const { seq } of journal.read(1)) {
    if (seq > upToSeq) break;
    count++;
  }
  return count;
}
