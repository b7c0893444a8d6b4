import type { Outcomes } from "../journal/journal-queue.ts";
import type { JournalProgress } from "../journal/record.ts";
import type { Ledger } from "../ledger.ts";

/** Collects what linking and appending did, for the journal's next outcome record. */
export interface DispatchProgress extends Outcomes {
  readonly dispatchedSeq: number;
  /** Everything up to `seq` is appended, but for those dropped. */
  settled(seq: number, droppedSeqs: readonly number[]): void;
}

export function createDispatchProgress(ledger: Ledger, dispatchedSeq: number): DispatchProgress {
  let settledUpTo = dispatchedSeq;
  let dropped: number[] = [];
  let lastWritten = "";

  function summary(): string {
    return `${settledUpTo}|${JSON.stringify(ledger.counts)}`;
  }

  return {
    get dispatchedSeq() {
      return settledUpTo;
    },
    get changed() {
      return summary() !== lastWritten;
    },
    settled(seq, droppedSeqs) {
      settledUpTo = seq;
      dropped.push(...droppedSeqs);
    },
    peek(): JournalProgress {
      return {
        dispatchedSeq: settledUpTo,
        dropped: [...dropped],
        counts: structuredClone(ledger.counts),
      };
    },
    written(progress) {
      dropped = dropped.slice(progress.dropped.length);
      lastWritten = `${progress.dispatchedSeq}|${JSON.stringify(progress.counts)}`;
    },
  };
}
