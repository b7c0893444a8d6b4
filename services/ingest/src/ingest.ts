import { type AdmitOptions, admit } from "./admission/admit.ts";
import type { ParsedObject } from "./framing/split-and-parse.ts";
import type { JournalQueue, JournalQueueResult } from "./journal/journal-queue.ts";
import type { Ledger } from "./ledger.ts";
import type { RejectedSamples } from "./admission/rejected-samples.ts";

/** What became of an offered object, for a sender who is answered. */
export type IngestResult =
  | JournalQueueResult
  | { readonly status: "ignored"; readonly reason: string }
  | { readonly status: "rejected"; readonly reason: string; readonly detail: string };

export interface IngestOptions extends AdmitOptions {
  readonly queue: JournalQueue;
  readonly ledger: Ledger;
  readonly samples: RejectedSamples;
  readonly now: () => number;
}

/** The door that all listeners share. */
export interface Ingest {
  /** How full the queue behind the door is, 0 to 1. */
  readonly fill: number;
  /** Takes objects of a sender who isn't answered. */
  offer(objects: readonly ParsedObject[], address: string): void;
  /** Takes one object of a sender who waits for its outcome: for an accepted one, until it is on disk. */
  offerAndWait(object: ParsedObject, address: string): Promise<IngestResult>;
}

/**
 * The order of things for one object: read (a format knows it) → admitted (a station within its
 * limits) → queued for the journal. From there on it is the queue's, then the settling's.
 */
export function createIngest(options: IngestOptions): Ingest {
  const { queue, ledger, samples } = options;

  function offerOne(
    object: ParsedObject,
    address: string,
    settled?: (outcome: IngestResult) => void,
  ): void {
    const acceptedAtMs = options.now();
    const admission = admit(object, address, acceptedAtMs, options);
    switch (admission.status) {
      case "admitted": {
        const { decoded, ident } = admission;
        const message = { decoded, ident, address, acceptedAtMs, raw: object.raw };
        queue.push(settled ? { ...message, settled } : message);
        return;
      }
      case "ignored":
        ledger.ignored(admission.reason);
        settled?.({ status: "ignored", reason: admission.reason });
        return;
      case "rejected":
        ledger.rejected(admission.reason);
        samples.keep(admission.reason, admission.detail, object.raw);
        settled?.({ status: "rejected", reason: admission.reason, detail: admission.detail });
        return;
      case "limited":
        ledger.limited(admission.reason);
        settled?.({ status: "limited", reason: admission.reason });
    }
  }

  return {
    get fill() {
      return queue.fill;
    },
    offer(objects, address) {
      for (const object of objects) offerOne(object, address);
    },
    offerAndWait: (object, address) => new Promise((resolve) => offerOne(object, address, resolve)),
  };
}
