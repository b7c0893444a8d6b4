import { type AdmitOptions, admit } from "./admission/admit.ts";
import type { ParsedObject } from "./framing/split-and-parse.ts";
import type { Intake, IntakeOutcome } from "./journal/journal-queue.ts";
import type { Ledger } from "./ledger.ts";
import type { Samples } from "./admission/rejected-samples.ts";

/** What became of an offered object, for a sender who is answered. */
export type OfferOutcome =
  | IntakeOutcome
  | { readonly status: "ignored"; readonly reason: string }
  | { readonly status: "rejected"; readonly reason: string; readonly detail: string };

export interface IngestOptions extends AdmitOptions {
  readonly intake: Intake;
  readonly ledger: Ledger;
  readonly samples: Samples;
  readonly now: () => number;
}

/** The door that all listeners share. */
export interface Ingest {
  /** How full the queue behind the door is, 0 to 1. */
  readonly fill: number;
  /** Takes objects of a sender who isn't answered. */
  offer(objects: readonly ParsedObject[], address: string): void;
  /** Takes one object of a sender who waits for its outcome: for an accepted one, until it is on disk. */
  offerAndTell(object: ParsedObject, address: string): Promise<OfferOutcome>;
}

/**
 * The order of things for one object: read (a format knows it) → admitted (a station within its
 * limits) → queued for the journal. From there on it is the intake's, then the settling's.
 */
export function createIngest(options: IngestOptions): Ingest {
  const { intake, ledger, samples } = options;

  function offerOne(
    object: ParsedObject,
    address: string,
    settled?: (outcome: OfferOutcome) => void,
  ): void {
    const receivedAtMs = options.now();
    const admission = admit(object, address, receivedAtMs, options);
    switch (admission.outcome) {
      case "admitted": {
        const { heard, ident } = admission;
        const message = { heard, ident, address, receivedAtMs, raw: object.raw };
        intake.push(settled ? { ...message, settled } : message);
        return;
      }
      case "not-a-message":
        ledger.notAMessage(admission.reason);
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
      return intake.fill;
    },
    offer(objects, address) {
      for (const object of objects) offerOne(object, address);
    },
    offerAndTell: (object, address) => new Promise((resolve) => offerOne(object, address, resolve)),
  };
}
