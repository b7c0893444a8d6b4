import * as db from "@jetwire/db";
import type { Database, DiskSpace, FoundLedger } from "@jetwire/db";
import type { Alarm, Logger } from "@jetwire/runtime";
import type { IngestConfig } from "../config.ts";
import type { OpenDispatcher } from "../dispatch/open-dispatcher.ts";
import type { LedgerCounts } from "@jetwire/protocol";
import { DelayedValue } from "./delayed-value.ts";
import type { DispatchWatch } from "./dispatch-watch.ts";
import type { Journal } from "./journal.ts";
import { type DatabaseState, whyWentBack } from "./went-back.ts";

const queryMs = 3_000;
/** How often it runs while nothing changes: Postgres may have lost data all the same. */
const idleMs = 2_000;
/** Copying is tried every second; after this time without success it is an alarm. */
const copyMsMax = 20_000;
const mendedText =
  "the counts in Postgres cannot be true, or lacked stored messages: continuing with those of the journal";

type SyncConfig = Pick<IngestConfig, "INGEST_JOURNAL_KEEP_SECONDS" | "INGEST_JOURNAL_BYTES_MAX">;

/** The parts whose state is exchanged with Postgres. */
type SyncSource = Pick<
  OpenDispatcher,
  "journal" | "ledger" | "progress" | "producer" | "replay"
> & {
  readonly watch: Pick<DispatchWatch, "waitingMs">;
  /** Returns the greatest difference of the host's clock to those of servers, ms. */
  readonly clockSkewMs: () => number | null;
  /** Returns the file system of the journal; null before it is read. */
  readonly disk: () => DiskSpace | null;
};

interface SyncTargets {
  readonly log: Logger;
  readonly alarm: Alarm;
  /** Ends the process. */
  readonly fail: (error: unknown) => void;
}

/**
 * Exchanges the journal's state with Postgres, in each `run`:
 *
 * - *Before the first one* it is not known what Postgres had when this process began. The first read decides which
 *   counts continue: those of the journal, or those of Postgres.
 * - *Level*: Postgres has what it had at the last run, or more. The counts are copied, and the journal is cut.
 * - *Went back*: Postgres has less. The journal is replayed, and nothing is cut until all of it is in the stream again.
 */
export class DatabaseSync {
  readonly #config: SyncConfig;
  readonly #source: SyncSource;
  readonly #database: Database;
  readonly #log;
  readonly #alarm;
  readonly #fail;
  readonly #highWater;
  readonly #counts;
  readonly #keepBytesMax;
  #keptFor = "";
  #kept: DelayedValue<ReadonlyMap<number, number>>;
  /** The counts that Postgres had before the first write of this process; undefined before it is read. */
  #inPostgresAtStart: LedgerCounts | null | undefined;
  #isAdopted = false;
  #isInstanceKnown = false;
  #countsMended = 0;
  #copiedAtMs = performance.now();
  /** The counts that were copied last, as text. */
  #copied = "";
  #timesWentBack = 0;
  #messagesLost = 0;

  constructor(
    config: SyncConfig,
    source: SyncSource,
    database: Database,
    { log, alarm, fail }: SyncTargets,
  ) {
    this.#config = config;
    this.#kept = new DelayedValue(config.INGEST_JOURNAL_KEEP_SECONDS * 1_000);
    this.#source = source;
    this.#database = database;
    this.#log = log;
    this.#alarm = alarm;
    this.#fail = fail;
    this.#highWater = source.journal.highWater;
    this.#counts = source.ledger.counts;
    this.#keepBytesMax = config.INGEST_JOURNAL_BYTES_MAX / 2;
  }

  /** How often Postgres went back to an older state. */
  get timesWentBack(): number {
    return this.#timesWentBack;
  }

  /** About how many messages Postgres lost that the journal no longer had. */
  get messagesLost(): number {
    return this.#messagesLost;
  }

  /** How often counts that cannot be true were found in Postgres, or were mended, since the start. */
  get countsMended(): number {
    return this.#countsMended;
  }

  /** Time since the counts were copied, or since the start, ms. */
  get sinceCopiedMs(): number {
    return performance.now() - this.#copiedAtMs;
  }

  /** Runs if the counts have changed since the last success, if messages wait, or if that was two seconds ago. */
  async runIfDue(): Promise<void> {
    const isSame = this.#copied === JSON.stringify(this.#counts);
    const isIdle = isSame && this.#source.watch.waitingMs === 0;
    if (!isIdle || this.sinceCopiedMs >= idleMs) await this.run();
  }

  /**
   * Copies the counts to Postgres, and cuts the journal below what Postgres has had for a while. If
   * Postgres went back, everything in the journal is stored again first, and the alarm lasts until all
   * of it is in the stream again.
   */
  async run(): Promise<void> {
    if (!this.#source.producer.isReplaying) this.#alarm.clear();
    const found = await this.#read();
    const { written } = found;
    await this.#checkInstance();
    if (this.#inPostgresAtStart === undefined) this.#inPostgresAtStart = written?.counts ?? null;
    await this.#adoptCounts();
    this.#mendCounts(written);
    const known = this.#highWater.database;
    const why = whyWentBack(known, found.state);
    if (why !== null) {
      await this.#storeAgain(why, written?.counts ?? null);
      await this.#highWater.recordDatabase({
        ...found.state,
        generation: known?.generation ?? 0,
        producer: this.#source.producer.name,
        stored: {},
      });
    }
    const copied = JSON.stringify(this.#counts);
    const stored = await this.#write(found.state);
    if (stored !== null) await this.#cut(stored);
    this.#copied = copied;
    this.#copiedAtMs = performance.now();
  }

  /**
   * Copies the counts for the last time, after the dispatcher has ended: another replica may have the traffic from now
   * on. If Postgres went back, the next start of this journal notices it.
   */
  async finish(): Promise<void> {
    const { state } = await this.#read();
    if (whyWentBack(this.#highWater.database, state) === null) await this.#write(state);
  }

  async #read(): Promise<{ state: DatabaseState; written: FoundLedger | null }> {
    return await this.#database.withQueryDeadline(async (sql) => {
      const { name } = this.#source.producer;
      const written = await db.accounting.readLedger(sql, this.#source.producer.ledger);
      const timeline = await db.accounting.readTimeline(sql);
      const stored = await this.#source.producer.readStored(sql);
      const generation = written?.generation ?? 0;
      return { state: { generation, timeline, producer: name, stored }, written };
    }, queryMs);
  }

  /**
   * Notes, once, which instance the entries are of. Ends the process if Postgres did not answer at its start and has another
   * one: the next start sets the journal aside.
   */
  async #checkInstance(): Promise<void> {
    if (this.#isInstanceKnown) return;
    const present = await this.#database.withQueryDeadline(db.setup.readInstance, queryMs);
    const { instance } = this.#highWater;
    if (instance === undefined) await this.#highWater.recordInstance(present);
    else if (instance !== present) {
      this.#fail(new Error("Postgres has another instance than the journal: starting anew"));
    }
    this.#isInstanceKnown = true;
  }

  async #storeAgain(why: string, inPostgres: LedgerCounts | null): Promise<void> {
    const missing = this.#counts.appended - (inPostgres?.appended ?? 0);
    const lost = Math.max(
      0,
      missing - (await countEntries(this.#source.journal, this.#source.progress.dispatchedSeq)),
    );
    await this.#source.replay();
    this.#timesWentBack++;
    this.#messagesLost += lost;
    const older =
      lost === 0 ? "" : `; about ${lost} messages are older than the journal and are lost`;
    this.#alarm.raise(`Postgres went back (${why}); what the journal has is stored again${older}`, {
      lost,
    });
  }

  /**
   * Continues the counts that Postgres had at the start, if the journal has lost its end; once, because from then on
   * Postgres has those of this process. A process that ends before they are in its journal leaves that to the next.
   */
  async #adoptCounts(): Promise<void> {
    const found = this.#inPostgresAtStart;
    if (
      !this.#isAdopted &&
      (this.#source.journal.hasLostEnd || (found && this.#source.ledger.isBehind(found)))
    ) {
      await this.#highWater.recordLostEnd(true);
      if (found) this.#source.ledger.adopt(found, this.#source.journal.notDispatched);
      this.#isAdopted = true;
      this.#log.warn(
        "continuing the counts that Postgres has, because the journal has lost its end",
      );
    } else if (this.#isAdopted && !this.#source.progress.changed) {
      await this.#highWater.recordLostEnd(false);
    }
  }

  /** Corrects counts that cannot be true. The next write replaces those in Postgres. */
  #mendCounts(written: FoundLedger | null): void {
    if (written === null) return;
    const missing = this.#source.ledger.coverStored(written.stored);
    if (missing === 0 && written.counts !== null) return;
    this.#countsMended++;
    this.#log.error({ missing, isReadable: written.counts !== null }, mendedText);
  }

  /** Stored entries are kept for a while, because servers that fail over may lack them. */
  async #cut(latest: ReadonlyMap<number, number>): Promise<void> {
    // Watermarks of an earlier producer or epoch say nothing about this one's.
    if (this.#keptFor !== this.#source.producer.name) {
      this.#keptFor = this.#source.producer.name;
      this.#kept = new DelayedValue(this.#config.INGEST_JOURNAL_KEEP_SECONDS * 1_000);
    }
    const delayed = this.#kept.next(latest, performance.now());
    const stored = this.#source.journal.bytes > this.#keepBytesMax ? latest : delayed;
    if (stored === null) return;
    await this.#source.journal.cut(
      this.#source.progress.dispatchedSeq,
      (partition) => stored.get(partition) ?? 0,
    );
  }

  /** Writes the counts. Returns what Postgres has of this producer, or null if it knows another one. */
  async #write(found: DatabaseState): Promise<DatabaseState["stored"] | null> {
    const generation = Math.max(this.#highWater.database?.generation ?? 0, found.generation) + 1;
    await this.#database.withQueryDeadline(
      (sql) =>
        db.accounting.writeLedger(
          sql,
          this.#source.producer.ledger,
          { counts: { ...this.#counts, journalBytes: this.#source.journal.bytes }, generation },
          {
            waitingMs: this.#source.watch.waitingMs,
            clockSkewMs: this.#source.clockSkewMs(),
            inDoubt: this.#source.progress.inDoubt,
            disk: this.#source.disk(),
          },
        ),
      queryMs,
    );
    const { timeline, producer: name, stored } = found;
    if (name !== this.#source.producer.name) return null;
    await this.#highWater.recordDatabase({
      generation,
      timeline,
      producer: name,
      stored: Object.fromEntries(stored),
    });
    return stored;
  }
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
