import type { AdmitResult, Admission } from "./admission/admit.ts";
import type { RejectedSamples } from "./admission/rejected-samples.ts";
import type { RejectReason } from "./formats/decoded-message.ts";
import type { ParsedObject } from "./framing/split-and-parse.ts";
import type { JournalQueue, JournalQueueResult } from "./journal/journal-queue.ts";
import type { Ledger, LimitReason } from "./ledger.ts";

/** The result of an offered object. */
export type IngestResult = JournalQueueResult | Exclude<AdmitResult, { status: "admitted" }>;

/** The entry point that all listeners share. */
export interface Ingest {
  /** The fill of the queue before the journal, 0 to 1. */
  readonly fill: number;
  /** Offers objects of a sender that gets no answer. */
  offer(objects: readonly ParsedObject[], address: string): void;
  /** Returns whether a sender has budget left, so that reading what it sends is worth the work. */
  hasBudget(address: string): boolean;
  /** Counts objects that a listener refuses before they are parsed, and charges their sender. */
  refuse(refused: RefusedObjects, address: string): void;
  /** Counts what a listener does not accept now. */
  limit(reason: LimitReason): void;
  /** Offers one object and returns its result; an accepted one is on disk by then. */
  offerAndWait(object: ParsedObject, address: string): Promise<IngestResult>;
}

/** Objects that a listener refuses. A body of unknown content counts as one object. */
export interface RefusedObjects {
  readonly reason: RejectReason;
  readonly detail: string;
  readonly count: number;
  /** How many objects are charged to the sender, who may have sent more than were counted. */
  readonly charged: number;
}

/**
 * Defines the order of steps for one object: it is admitted (decoded, from a station within its
 * limits), then queued for the journal. The journal queue and the dispatcher continue from there.
 *
 * @param now the clock that messages get their time from, Unix ms
 */
export function createIngest(
  admission: Admission,
  queue: JournalQueue,
  ledger: Ledger,
  { samples, now }: { readonly samples: RejectedSamples; readonly now: () => number },
): Ingest {
  function offerOne(
    object: ParsedObject,
    address: string,
    onResult?: (result: IngestResult) => void,
  ): void {
    const acceptedAtMs = now();
    const result = admission.admit(object, address, acceptedAtMs);
    switch (result.status) {
      case "admitted": {
        const { decoded, ident } = result;
        const message = { decoded, ident, address, acceptedAtMs, raw: object.raw };
        queue.push(onResult ? { ...message, onResult } : message);
        return;
      }
      case "ignored":
        ledger.ignored(result.reason);
        break;
      case "rejected":
        ledger.rejected(result.reason);
        admission.charge(address, 1, acceptedAtMs);
        samples.add(result.reason, result.detail, object.raw);
        break;
      case "limited":
        ledger.limited(result.reason);
    }
    onResult?.(result);
  }

  return {
    get fill() {
      return queue.fill;
    },
    hasBudget: (address) => admission.hasBudget(address, Date.now()),
    refuse({ reason, detail, count, charged }, address) {
      ledger.rejected(reason, count);
      admission.charge(address, charged, Date.now());
      samples.add(reason, detail, "");
    },
    limit: (reason) => ledger.limited(reason),
    offer(objects, address) {
      for (const object of objects) offerOne(object, address);
    },
    offerAndWait: (object, address) => new Promise((resolve) => offerOne(object, address, resolve)),
  };
}
