import type { Database } from "@jetwire/db";
import { type AirlineCodes, LedgerCounts, messageIdPartition } from "@jetwire/protocol";
import { isDoneUpTo, type Keys, linkMessages, type RedisClient, streamEnds } from "@jetwire/redis";
import { type Logger, pause } from "@jetwire/runtime";
import { createAppending } from "./stream-appender.ts";
import { type Backlog, createBacklog } from "./backlog.ts";
import type { IngestConfig } from "../config.ts";
import { readObject } from "../formats/index.ts";
import { splitAndParse } from "../framing/split-and-parse.ts";
import type { Journaled } from "../journal/journal-queue.ts";
import { type Journal, openJournal } from "../journal/journal.ts";
import { readProducer } from "../journal/producer.ts";
import type { JournalEntry } from "../journal/record.ts";
import { createLedger, emptyCounts, type Ledger } from "../ledger.ts";
import { holdBack } from "./partition-count-change.ts";
import { createDispatchProgress, type DispatchProgress } from "./progress.ts";
import { runDispatch } from "./dispatch.ts";

/** The journal and what empties it into the stream. */
export interface DispatchLine extends AsyncDisposable {
  readonly journal: Journal;
  readonly ledger: Ledger;
  readonly progress: DispatchProgress;
  readonly backlog: Backlog;
  readonly producerId: string;
}

const heldEntriesMax = 8_000;
const drainMs = 4_000;
/** A group that nobody works for must not keep the others from what is new for ever. */
const newLayoutMsMax = 60_000;
const newLayoutCheckMs = 20;

/**
 * Opens the journal, takes up what a former process left in it, and settles from then on. Closing
 * waits a few seconds for the rest to settle; what doesn't is settled at the next start.
 */
export async function openDispatch(
  config: IngestConfig,
  stores: { redis: RedisClient; keys: Keys; database: Database; airlines: () => AirlineCodes },
  log: Logger,
  fail: (error: unknown) => void,
): Promise<DispatchLine> {
  await using stack = new AsyncDisposableStack();
  const { redis, keys, database } = stores;
  const directory = config.INGEST_JOURNAL_DIR;
  const journal = stack.use(
    await openJournal({
      directory,
      segmentBytes: config.INGEST_SEGMENT_BYTES,
      bytesMax: config.INGEST_JOURNAL_BYTES_MAX,
      log,
    }),
  );
  const { lastProgress } = journal;
  const ledger = createLedger(LedgerCounts.safeParse(lastProgress?.counts).data ?? emptyCounts());
  ledger.accepted(journal.uncounted);
  const progress = createDispatchProgress(ledger, lastProgress?.dispatchedSeq ?? 0);
  const appending = createAppending({
    redis,
    keys,
    database,
    journalDirectory: directory,
    producer: await readProducer(directory),
    appendedUpTo: journal.appendedUpTo(),
    log,
  });

  let freshFrom = journal.nextSeq;
  let doneUpTo: ReadonlyMap<number, number> = new Map();
  function readAgain(entry: JournalEntry): Journaled | null {
    // What hasn't been settled, and so counted, is given on: appended already, it is skipped there.
    const done = doneUpTo.get(messageIdPartition(entry.id)) ?? 0;
    if (entry.seq <= Math.min(done, progress.dispatchedSeq)) return null;
    const [object] = splitAndParse(entry.raw);
    const read = object && "value" in object ? readObject(object.value) : null;
    if (read?.status === "decoded") return { entry, decoded: read.message };
    log.error({ seq: entry.seq }, "a journaled object can no longer be read");
    return null;
  }

  const stop = new AbortController();
  const from = progress.dispatchedSeq + 1;
  const backlog = stack.use(createBacklog(journal, readAgain, from, heldEntriesMax, stop.signal));
  const spread = appending.producer.partitions ?? config.STREAM_PARTITIONS;
  const isNewLayout = spread !== config.STREAM_PARTITIONS;
  const given = isNewLayout ? holdBack(backlog, journal.nextSeq, untilDelivered) : backlog;
  if (!isNewLayout) await appending.spreadOver(config.STREAM_PARTITIONS);
  const settling = runDispatch(
    {
      backlog: given,
      ledger,
      progress,
      airlines: stores.airlines,
      clock: {
        aheadMsMax: config.INGEST_AHEAD_SECONDS_MAX * 1_000,
        behindMsMax: config.INGEST_BEHIND_SECONDS_MAX * 1_000,
      },
      link: (messages) => linkMessages(redis, keys, messages),
      append: (partition, entries) => appending.append(partition, entries),
      noteAppended: (entries) => journal.noteAppended(entries),
      freshFrom: () => freshFrom,
      lostEntries: () => appending.lostEntries(),
      async startOver() {
        const { seq, done } = await appending.startOver();
        doneUpTo = done;
        freshFrom = journal.nextSeq;
        given.rewind(Math.min(seq, progress.dispatchedSeq + 1));
      },
      batchMax: config.INGEST_BATCH_MAX,
      log,
    },
    stop.signal,
  );
  settling.catch(fail);
  stack.defer(async () => {
    const until = performance.now() + drainMs;
    while (progress.dispatchedSeq < journal.nextSeq - 1 && performance.now() < until)
      await pause(10);
    stop.abort();
    await settling;
    await journal.append([], progress.peek());
  });

  const opened = stack.move();
  return {
    journal,
    ledger,
    progress,
    backlog,
    producerId: appending.producer.producer,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };

  /** Who deliver have read what there was when this life began; waited for within reason. */
  async function untilDelivered(): Promise<void> {
    const ends = await streamEnds(redis, keys, config.STREAM_PARTITIONS);
    const untilMs = performance.now() + newLayoutMsMax;
    for (const group of ["fanout", "sampler"] as const) {
      while (!stop.signal.aborted && !(await isDoneUpTo(redis, keys, group, ends))) {
        if (performance.now() > untilMs) {
          log.warn({ group }, "stations change partitions before all of them was delivered");
          break;
        }
        await pause(newLayoutCheckMs, stop.signal);
      }
    }
    await appending.spreadOver(config.STREAM_PARTITIONS);
  }
}
