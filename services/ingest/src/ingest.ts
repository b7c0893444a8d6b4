import type { AdmitResult, Admission, Sender } from "./admission/admit.ts";
import type { RejectCounter } from "./admission/station-rejects.ts";
import type { RejectedSamples } from "./admission/rejected-samples.ts";
import type { KeptIds } from "./dispatch/kept-ids.ts";
import type { RejectReason } from "@jetwire/decoders";
import type { GroundObserver } from "./ground/observe.ts";
import type { ParsedObject } from "@jetwire/transport";
import type { JournalQueue, JournalQueueResult } from "./journal/journal-queue.ts";
import type { Ledger, LimitReason } from "./ledger.ts";

/** The result of an offered object. */
export type IngestResult = JournalQueueResult | Exclude<AdmitResult, { status: "admitted" }>;

/** The result for a sender that waits. */
export type AnsweredResult =
  | Exclude<IngestResult, { status: "accepted" }>
  | {
      readonly status: "accepted";
      /** The id under which the message can be read; undefined if that is not known in time. */
      readonly keptId: Promise<string | undefined>;
    };

/** The entry point that all listeners share. */
export type Ingest = ReturnType<typeof createIngest>;

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
  {
    samples,
    rejects,
    keptIds,
    ground,
    now,
  }: {
    readonly samples: RejectedSamples;
    readonly rejects: RejectCounter;
    readonly keptIds: Pick<KeptIds, "expect">;
    readonly ground: Pick<GroundObserver, "observe">;
    readonly now: () => number;
  },
) {
  function offerOne(
    object: ParsedObject,
    sender: Sender,
    onResult?: (result: IngestResult) => void,
    sentRelayedAtMs?: number,
  ): void {
    const acceptedAtMs = now();
    const relayedAtMs = possibleReception(sentRelayedAtMs, acceptedAtMs);
    // From here on nothing contains the station key.
    const { result, raw, ident, received } = admission.admit(object, sender, acceptedAtMs);
    if (received !== null) ground.observe(object, received, relayedAtMs ?? acceptedAtMs);
    switch (result.status) {
      case "admitted": {
        const { status: _status, ...admitted } = result;
        const message = { ...admitted, address: sender.address, acceptedAtMs, relayedAtMs, raw };
        queue.push(onResult ? { ...message, onResult } : message);
        return;
      }
      case "ignored":
        ledger.ignored(result.reason);
        break;
      case "rejected":
        ledger.rejected(result.reason);
        samples.add(result.reason, result.detail, raw);
        rejects.add({ ident, ...result, address: sender.address });
        break;
      case "limited":
        ledger.limited(result.reason);
        rejects.add({ ident, reason: result.reason, detail: "", address: sender.address });
    }
    onResult?.(result);
  }

  function answered(result: IngestResult): AnsweredResult {
    if (result.status !== "accepted") return result;
    return { status: "accepted", keptId: keptIds.expect(result.id) };
  }

  return {
    /** The fill of the queue before the journal, 0 to 1. */
    get fill(): number {
      return queue.fill;
    },
    /** Returns whether the operator has blocked an address. */
    isBlocked: (address: string): boolean => admission.isBlocked(address),
    /** Returns whether a sender has budget left, so that reading what it sends is worth the work. */
    hasBudget: (sender: Sender): boolean => admission.hasBudget(sender, Date.now()),
    /** Counts objects that a listener refuses before they are parsed, and charges their sender. */
    refuse({ reason, detail, count, charged }: RefusedObjects, address: string): void {
      ledger.rejected(reason, count);
      admission.charge(address, charged, Date.now());
      samples.add(reason, detail, "");
      rejects.add({ ident: null, reason, detail, address, count });
    },
    /** Counts what a listener does not accept now. */
    limit: (reason: LimitReason): void => ledger.limited(reason),
    /** Offers objects of a sender that gets no answer. */
    offer(objects: readonly ParsedObject[], address: string): void {
      const sender = { address, stationKeys: [] };
      for (const object of objects) offerOne(object, sender);
    },
    /**
     * Offers an object of a sender that waits for all results, perhaps received by a relay earlier. The result of what is
     * limited before the journal is given at once.
     */
    offerRelayed(
      object: ParsedObject,
      relayedAtMs: number | undefined,
      sender: Sender,
      onResult: (result: IngestResult) => void,
    ): void {
      offerOne(object, sender, onResult, relayedAtMs);
    },
    /** Offers one object and returns its result; an accepted one is on disk by then. */
    offerAndWait: (object: ParsedObject, sender: Sender): Promise<AnsweredResult> =>
      new Promise((resolve) => offerOne(object, sender, (result) => resolve(answered(result)))),
  };
}

/** The longest outage that a relay buffers, and how far its clock may be ahead. */
const relayedMsMax = 3 * 86_400_000;
const aheadMsMax = 60_000;

/** Returns the time at which a relay says that it received an object; undefined if that is not possible. */
function possibleReception(
  relayedAtMs: number | undefined,
  acceptedAtMs: number,
): number | undefined {
  if (relayedAtMs === undefined) return undefined;
  const behindMs = acceptedAtMs - relayedAtMs;
  return behindMs <= relayedMsMax && behindMs >= -aheadMsMax ? relayedAtMs : undefined;
}
