import { type AlarmTargets, createAlarm, type Metrics } from "@jetwire/runtime";
import type { DispatchProgress } from "./dispatch-progress.ts";
import { inJournal, type Ledger } from "../ledger.ts";
import type { Journal } from "./journal.ts";

/** Watches how long messages wait in the journal before they are dispatched. */
export type DispatchWatch = ReturnType<typeof createDispatchWatch>;

export interface DispatchWatchOptions {
  readonly journal: Pick<Journal, "lastSeq">;
  readonly progress: Pick<DispatchProgress, "dispatchedSeq" | "inStreamSeq">;
  readonly ledger: Pick<Ledger, "counts">;
  /** The age from which on the alarm is active, ms. */
  readonly stallMsMax: number;
  readonly targets: AlarmTargets & { readonly metrics: Pick<Metrics, "gauge"> };
  /** Monotonic, ms. */
  now(): number;
}

/** The end of the journal at a time. */
interface Mark {
  readonly ms: number;
  readonly lastSeq: number;
}

/** The most marks; half of them are dropped then, so that a long outage costs no memory. */
const marksMax = 600;
/** Time for which marks of dispatched messages are kept: Redis may lose these messages, and then they wait again. */
const keptMs = 120_000;
/** The age that is assumed for messages of an earlier process. */
const unknownAgeMs = 60_000;

/**
 * Creates the alarm `dispatch`. The process stays ready during it: ingest accepts messages into its journal
 * while Redis is unavailable.
 */
export function createDispatchWatch(options: DispatchWatchOptions) {
  const { journal, progress, ledger, stallMsMax, targets, now } = options;
  const alarm = createAlarm("dispatch", targets);
  let marks: Mark[] = [{ ms: now() - unknownAgeMs, lastSeq: journal.lastSeq }];
  const isWaiting = ({ lastSeq }: Mark) => lastSeq > progress.inStreamSeq;
  const age = () => {
    const oldest = marks.find(isWaiting);
    return oldest === undefined ? 0 : now() - oldest.ms;
  };
  targets.metrics.gauge({
    name: "jetwire_ingest_dispatch_wait_seconds",
    help: "Age of the oldest message in the journal that is not in the stream yet",
    collect() {
      this.set(age() / 1_000);
    },
  });
  return {
    /** Age of the oldest message that is not dispatched, ms; 0 if there is none. */
    get waitingMs(): number {
      return Math.round(age());
    },
    /** Notes how far the journal and the dispatcher are, and raises or clears the alarm. */
    check(): void {
      const { lastSeq } = journal;
      if (marks.at(-1)?.lastSeq !== lastSeq) marks.push({ ms: now(), lastSeq });
      marks = marks.filter((mark) => isWaiting(mark) || now() - mark.ms <= keptMs);
      if (marks.length > marksMax) marks = marks.filter((_, index) => index % 2 === 0);
      if (age() <= stallMsMax) return alarm.clear();
      // Numbers may have gaps, so that they tell the count only for what is appended again.
      const again = Math.max(0, progress.dispatchedSeq - progress.inStreamSeq);
      const waiting = inJournal(ledger.counts) + again;
      alarm.raise(
        `${waiting} messages wait in the journal, the oldest for ${Math.round(age() / 1_000)} s: ` +
          "check that Redis answers, and that it has memory and space on its disk",
        { waiting },
      );
    },
  };
}
