import type { ExpectedMessage } from "../expected-message.ts";
import type { ReceivedTransmission } from "../received-transmission.ts";
import type { SeededRandom } from "../random.ts";

/** Output of a decoder program for one transmission. */
export interface DecoderOutput {
  readonly json: string;
  /** End of the program's output. */
  readonly end: "\n" | "";
  readonly encoding: "utf8" | "latin1";
  /** Null when the object is sound but no message: a bare frame, a squitter, a status. */
  readonly expected: ExpectedMessage | null;
}

/** One decoder program's output; null when it prints nothing for this transmission. */
export type DecoderWriter = (
  received: ReceivedTransmission,
  random: SeededRandom,
) => DecoderOutput | null;

/** The usual case: a line of UTF-8. */
export function line(json: string, expected: ExpectedMessage | null): DecoderOutput {
  return { json, end: "\n", encoding: "utf8", expected };
}

/** One JSON per datagram, with nothing after it. */
export function bare(json: string, expected: ExpectedMessage | null): DecoderOutput {
  return { json, end: "", encoding: "utf8", expected };
}

/** The configured ident as JSON; null where none is sent. */
export function identField(received: ReceivedTransmission): string | null {
  return received.station.sendsIdent ? JSON.stringify(received.station.ident) : null;
}

/** Whole seconds and microseconds apart, neither padded. */
export function secondsAndMicroseconds(atMs: number): { sec: number; usec: number } {
  const microseconds = Math.round(atMs * 1_000);
  return { sec: Math.floor(microseconds / 1e6), usec: microseconds % 1e6 };
}
