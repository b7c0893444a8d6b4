import { acarsdecDownlink, decodedFrom } from "@jetwire/decoders/samples";
import { MessageIds } from "@jetwire/protocol";
import { createLogger } from "@jetwire/runtime";
import type { OfferedIdent, StationResult, Stations } from "../src/admission/stations.ts";
import type { JournaledMessage } from "../src/journal/backlog.ts";
import { createDispatchProgress } from "../src/journal/dispatch-progress.ts";
import { JournalQueue, type JournalQueueResult } from "../src/journal/journal-queue.ts";
import type { JournalEntry } from "../src/journal/record.ts";
import { createLedger, emptyCounts } from "../src/ledger.ts";

export const decoded = decodedFrom(acarsdecDownlink);
const log = createLogger("test", "silent");

/** Creates a queue before a journal in memory, which fails on demand. */
export function openQueue(
  over: {
    queueMax?: number;
    batchMax?: number;
    resolve?: (decoded: OfferedIdent) => StationResult;
  } = {},
) {
  // prettier-ignore
  const entries: JournalEntry[] = [];
  const state = { fails: null as Error | null, appends: 0 };
  const journaled: JournaledMessage[] = [];
  const ledger = createLedger(emptyCounts());
  const progress = createDispatchProgress(ledger, { lastProgress: null, lastSeqAtStart: 0 });
  const journal = {
    get nextSeq() {
      return entries.length + 1;
    },
    async append(batch: readonly JournalEntry[]) {
      state.appends++;
      await Promise.resolve();
      if (state.fails !== null) throw state.fails;
      entries.push(...batch);
    },
  };
  const stationIds = new Map<string, number>();
  const stations: Stations = {
    async resolve(batch) {
      return new Map(
        batch.map((one) => {
          if (!stationIds.has(one.ident)) stationIds.set(one.ident, stationIds.size + 1);
          const id = stationIds.get(one.ident) ?? 0;
          return [one.ident, over.resolve?.(one) ?? id];
        }),
      );
    },
  };
  const backlog = { add: (batch: readonly JournaledMessage[]) => void journaled.push(...batch) };
  const config = {
    STREAM_PARTITIONS: 4,
    INGEST_QUEUE_MAX: over.queueMax ?? 1_000,
    INGEST_BATCH_MAX: over.batchMax ?? 10,
  };
  const ids = new MessageIds(Date.now);
  const sources = { add: () => {} };
  const rejects = { add: () => {} };
  const age = { reached: () => {} };
  const target = { journal, ledger, progress, stations, sources, rejects, ids, backlog, age };
  const queue = new JournalQueue(config, target, log);
  const stop = new AbortController();
  return { queue, entries, state, journaled, ledger, stop };
}

/** Adds a message as a request does, and returns its result. */
export function push(
  queue: JournalQueue,
  ident: string,
  raw: string,
  authenticated: boolean | null = null,
): Promise<JournalQueueResult> {
  return new Promise((onResult) =>
    queue.push({
      decoded,
      ident,
      address: "10.0.0.1",
      acceptedAtMs: 1,
      authenticated,
      raw,
      onResult,
    }),
  );
}

/** Adds a message as a listener of UDP or TCP does. */
export function pushWithoutResult(queue: JournalQueue, raw: string): void {
  const sent = { address: "10.0.0.1", acceptedAtMs: 1, authenticated: null };
  queue.push({ decoded, ident: "S", ...sent, raw });
}
