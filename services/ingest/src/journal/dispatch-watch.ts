import { type AlarmTargets, createAlarm, type Metrics } from "@jetwire/runtime";
import type { DispatchProgress } from "./dispatch-progress.ts";
import type { Journal } from "./journal.ts";

/** Watches how long messages wait in the journal before they are dispatched. */
export interface DispatchWatch {
  /** Age of the oldest message that is not dispatched, ms; 0 if there is none. */
  readonly waitingMs: number;
  /** Notes how far the journal and the dispatcher are, and raises or clears the alarm. */
  check(): void;
}

export interface DispatchWatchOptions {
  readonly journal: Pick<Journal, "nextSeq">;
  readonly progress: Pick<DispatchProgress, "dispatchedSeq">;
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

/**
 * Creates the alarm `dispatch`. The process stays ready during it: ingest accepts messages into its journal
 * while Redis is unavailable.
 */
export function createDispatchWatch(options: DispatchWatchOptions): DispatchWatch {
  const { journal, progress, stallMsMax, targets, now } = options;
  const alarm = createAlarm("dispatch", targets);
  let marks: readonly Mark[] = [];
  const age = () => (marks[0] === undefined ? 0 : now() - marks[0].ms);
  targets.metrics.gauge({
    name: "jetwire_ingest_dispatch_wait_seconds",
    help: "Age of the oldest message in the journal that is not in the stream yet",
    collect() {
      this.set(age() / 1_000);
    },
  });
  return {
    get waitingMs() {
      return Math.round(age());
    },
    check() {
      const lastSeq = journal.nextSeq - 1;
      const waiting = lastSeq - progress.dispatchedSeq;
      const left = marks.filter((mark) => mark.lastSeq > progress.dispatchedSeq);
      const isMarked = waiting <= 0 || left.at(-1)?.lastSeq === lastSeq;
      marks = isMarked ? left : [...left, { ms: now(), lastSeq }];
      if (marks.length > marksMax) marks = marks.filter((_, index) => index % 2 === 0);
      if (age() <= stallMsMax) return alarm.clear();
      alarm.raise(
        `${waiting} messages wait in the journal, the oldest for ${Math.round(age() / 1_000)} s: ` +
          "check that Redis answers and has memory",
        { waiting },
      );
    },
  };
}
