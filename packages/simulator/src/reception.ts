import type { ExpectedMessage } from "./expected-message.ts";
import type { SimulatedStation } from "./stations.ts";

/** What one station sends at one moment: a datagram, or a line. */
export interface Reception {
  /** When it leaves the station, Unix ms. */
  readonly atMs: number;
  readonly station: SimulatedStation;
  readonly bytes: Buffer;
  readonly truth: Truth;
}

/**
 * What is really in the bytes: a message; a sound object that is none; junk; or a message that
 * the same station has sent already (a neighbouring channel's copy, a second relay's, a retry's).
 */
export type ReceptionKind = "message" | "not-a-message" | "junk" | "duplicate";

export interface Truth {
  /** The same for all stations that heard it; null for junk. */
  readonly transmissionId: number | null;
  /** The transmission it repeats because nobody answered. */
  readonly retransmissionOf: number | null;
  readonly kind: ReceptionKind;
  /** Null unless there is a message in it. */
  readonly expected: ExpectedMessage | null;
  /** The station has no ident in what it sends. */
  readonly anonymous: boolean;
}
