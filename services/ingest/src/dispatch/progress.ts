import type { Outcomes } from "../journal/journal-queue.ts";
import type { JournalOutcome } from "../journal/record.ts";
import type { Ledger } from "../ledger.ts";

/** Collects what linking and appending did, for the journal's next outcome record. */
export interface OutcomeCollector extends Outcomes {
  readonly settledSeq: number;
  /** Everything up to `seq` is appended, but for those dropped. */
  settled(seq: number, droppedSeqs: readonly number[]): void;
}

export function createOutcomes(ledger: Ledger, settledSeq: number): OutcomeCollector {
  let settledUpTo = settledSeq;
  let dropped: number[] = [];
  let lastWritten = "";

  function summary(): string {
    return `${settledUpTo}|${JSON.stringify(ledger.counts)}`;
  }

  return {
    get settledSeq() {
      return settledUpTo;
    },
    get changed() {
      return summary() !== lastWritten;
    },
    settled(seq, droppedSeqs) {
      settledUpTo = seq;
      dropped.push(...droppedSeqs);
    },
    peek(): JournalOutcome {
      return {
        settledSeq: settledUpTo,
        dropped: [...dropped],
        counts: structuredClone(ledger.counts),
      };
    },
    written(outcome) {
      dropped = dropped.slice(outcome.dropped.length);
      lastWritten = `${outcome.settledSeq}|${JSON.stringify(outcome.counts)}`;
    },
  };
}
