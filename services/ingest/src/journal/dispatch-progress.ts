import type { Ledger } from "../ledger.ts";
import type { Journal } from "./journal.ts";
import type { JournalEntry, JournalProgress } from "./record.ts";

/** An entry that linking dropped, with the kind of duplicate that it is. */
export interface DroppedEntry {
  readonly seq: number;
  readonly duplicate: "repeat" | "burst";
}

/** Tracks how far entries are dispatched, with all counts, for the journal's next progress record. */
export type DispatchProgress = ReturnType<typeof createDispatchProgress>;

/** Continues the progress that the journal contains. */
export function createDispatchProgress(
  ledger: Ledger,
  { lastProgress, lastSeqAtStart }: Pick<Journal, "lastProgress" | "lastSeqAtStart">,
) {
  let dispatchedSeq = lastProgress?.dispatchedSeq ?? 0;
  let inStreamSeq = dispatchedSeq;
  // An earlier process may have tried to append everything that is in the journal.
  let triedSeq = lastSeqAtStart;
  let droppedSeqs: number[] = [];
  let lastWritten = "";

  return {
    /** Every entry up to this number is appended or dropped. */
    get dispatchedSeq(): number {
      return dispatchedSeq;
    },
    /** Every entry up to this number is in the stream now or dropped; lower than `dispatchedSeq` while lost ones are appended again. */
    get inStreamSeq(): number {
      return inStreamSeq;
    },
    /** How many entries after `dispatchedSeq` may be in the stream, because it was tried to append them. */
    get inDoubt(): number {
      return Math.max(0, triedSeq - dispatchedSeq);
    },
    /** True if anything differs from the last record written. */
    get changed(): boolean {
      return summary(dispatchedSeq, ledger.counts) !== lastWritten;
    },
    /** Notes that the entries up to this number are being appended: some of them may be in the stream although others fail. */
    appending(upToSeq: number): void {
      triedSeq = Math.max(triedSeq, upToSeq);
    },
    /**
     * Counts a dispatched batch. After a recovery or a crash the same entries are dispatched again;
     * those up to `dispatchedSeq` have been counted.
     */
    dispatched(batch: readonly JournalEntry[], dropped: readonly DroppedEntry[]): void {
      const fresh = batch.filter(({ seq }) => seq > dispatchedSeq);
      const freshDropped = dropped.filter(({ seq }) => seq > dispatchedSeq);
      for (const { seq, duplicate } of freshDropped) {
        ledger.duplicate(duplicate);
        droppedSeqs.push(seq);
      }
      ledger.appended(fresh.length - freshDropped.length);
      dispatchedSeq = fresh.at(-1)?.seq ?? dispatchedSeq;
      inStreamSeq = batch.at(-1)?.seq ?? inStreamSeq;
    },
    /** Notes that entries from this number on are dispatched again. */
    rewound(fromSeq: number): void {
      inStreamSeq = Math.min(inStreamSeq, fromSeq - 1);
    },
    /** Notes that nothing is left to dispatch: entries that the stream still had are skipped. */
    caughtUp(): void {
      inStreamSeq = dispatchedSeq;
    },
    /** Returns the record to write next. */
    peek: (): JournalProgress => ({
      dispatchedSeq,
      dropped: [...droppedSeqs],
      counts: structuredClone(ledger.counts),
    }),
    /** Notes that a record returned by `peek` is on disk. */
    written(progress: JournalProgress): void {
      droppedSeqs = droppedSeqs.slice(progress.dropped.length);
      lastWritten = summary(progress.dispatchedSeq, progress.counts);
    },
  };
}

function summary(dispatchedSeq: number, counts: unknown): string {
  return `${dispatchedSeq}|${JSON.stringify(counts)}`;
}
