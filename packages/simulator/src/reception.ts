import type { ExpectedMessage } from "./expected-message.ts";
import type { SimulatedStation } from "./stations.ts";

/** A datagram or line that one station sends. */
export interface Reception {
  /** Time at which the station sends it, Unix ms. */
  readonly atMs: number;
  readonly station: SimulatedStation;
  readonly bytes: Buffer;
  readonly truth: Truth;
}

/**
 * Content of the bytes: a message; a valid object that is no message; junk; or a message that
 * the same station has sent before (a copy of a neighbouring channel, of a second relay or of a retry).
 */
export type ReceptionKind = "message" | "not-a-message" | "junk" | "duplicate";

/** A flight as it is, whatever its messages report. */
export interface TrueFlight {
  /** ICAO airline and number: `UAL123`. */
  readonly callsign: string;
  /** ICAO codes of the airports. */
  readonly departure: string;
  readonly destination: string;
}

interface Truth {
  /** The same for all stations that received it; null for junk. */
  readonly transmissionId: number | null;
  /** The transmission that it repeats because there was no answer. */
  readonly retransmissionOf: number | null;
  readonly kind: ReceptionKind;
  /** The message to expect; null unless there is one. */
  readonly expected: ExpectedMessage | null;
  /** The flight of the aircraft that sent it; null from the ground and for junk. */
  readonly flight: TrueFlight | null;
  /** True if the station sends no ident. */
  readonly anonymous: boolean;
}
