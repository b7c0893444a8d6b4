import { type Database, readLedger, readTimeline, writeLedger } from "@jetwire/db";
import type { Alarm, Logger } from "@jetwire/runtime";
import type { IngestConfig } from "../config.ts";
import type { OpenDispatcher } from "../dispatch/open-dispatcher.ts";
import type { LedgerCounts } from "@jetwire/protocol";
import { createDelayedValue, type DelayedValue } from "./delayed-value.ts";
import type { DispatchWatch } from "./dispatch-watch.ts";
import type { Journal } from "./journal.ts";
import { type DatabaseState, whyWentBack } from "./went-back.ts";

/** Exchanges the journal's state with Postgres. */
export interface DatabaseSync {
  /** How often Postgres went back to an older state. */
  readonly timesWentBack: number;
  /** About how many messages Postgres lost that the journal no longer had. */
  readonly messagesLost: number;
  /**
   * Copies the counts to Postgres, and cuts the journal below what Postgres has had for a while. If
   * Postgres went back, everything in the journal is stored again first, and the alarm lasts until all
   * of it is in the stream again.
   */
  run(): Promise<void>;
  /**
   * Copies the counts for the last time, after the dispatcher has ended: another replica may have the traffic from now
   * on. If Postgres went back, the next start of this journal notices it.
   */
  finish(): Promise<void>;
}

const queryMs = 3_000;

export function createDatabaseSync(
  config: Pick<IngestConfig, "INGEST_JOURNAL_KEEP_SECONDS" | "INGEST_JOURNAL_BYTES_MAX">,
  source: Pick<OpenDispatcher, "journal" | "ledger" | "progress" | "producer" | "replay"> & {
    readonly watch: Pick<DispatchWatch, "waitingMs">;
    /** Returns the greatest difference of the host's clock to those of servers, ms. */
    readonly clockSkewMs: () => number | null;
  },
  database: Database,
  { log, alarm }: { readonly log: Logger; readonly alarm: Alarm },
): DatabaseSync {
  const { journal, ledger, progress, producer, watch } = source;
  const { highWater } = journal;
  const { counts } = ledger;
  const keepBytesMax = config.INGEST_JOURNAL_BYTES_MAX / 2;
  let keptFor = "";
  let kept: DelayedValue<ReadonlyMap<number, number>>;
  let inPostgresAtStart: LedgerCounts | null = null;
  let timesWentBack = 0;
  let messagesLost = 0;

  async function read(): Promise<{ state: DatabaseState; counts: LedgerCounts | null }> {
    return await database.withQueryDeadline(async (sql) => {
      const { name } = producer;
      const written = await readLedger(sql, producer.ledger);
      const timeline = await readTimeline(sql);
      const stored = await producer.readStored(sql);
      const generation = written?.generation ?? 0;
      inPostgresAtStart ??= written?.counts ?? null;
      return {
        state: { generation, timeline, producer: name, stored },
        counts: written?.counts ?? null,
      };
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

  /** Continues the counts that Postgres has, if the journal has lost its end. */
  function adoptCounts(): void {
    if (!journal.hasLostEnd || inPostgresAtStart === null) return;
    ledger.adopt(inPostgresAtStart, journal.notDispatched);
    inPostgresAtStart = null;
    log.warn("continuing the counts that Postgres has, because the journal has lost its end");
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
          { waitingMs: watch.waitingMs, clockSkewMs: source.clockSkewMs() },
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
    get timesWentBack() {
      return timesWentBack;
    },
    get messagesLost() {
      return messagesLost;
    },
    async run() {
      if (!producer.isReplaying) alarm.clear();
      const found = await read();
      adoptCounts();
      const known = highWater.database;
      const why = whyWentBack(known, found.state);
      if (why !== null) {
        await storeAgain(why, found.counts);
        await highWater.noteDatabase({
          ...found.state,
          generation: known?.generation ?? 0,
          producer: producer.name,
          stored: {},
        });
      }
      const stored = await write(found.state);
      if (stored !== null) await cut(stored);
    },
    async finish() {
      const { state } = await read();
      if (whyWentBack(highWater.database, state) === null) await write(state);
    },
  };
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
