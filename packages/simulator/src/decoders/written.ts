import type { ExpectedMessage } from "../expected-message.ts";
import type { Heard } from "../hearing.ts";
import type { Random } from "../random.ts";

/** What a decoder program prints for one transmission. */
export interface Written {
  readonly json: string;
  /** What the program ends its output with. */
  readonly end: "\n" | "";
  readonly encoding: "utf8" | "latin1";
  /** Null when the object is sound but no message: a bare frame, a squitter, a status. */
  readonly expected: ExpectedMessage | null;
}

/** One decoder program's output; null when it prints nothing for this transmission. */
export type DecoderWriter = (heard: Heard, random: Random) => Written | null;

/** The usual case: a line of UTF-8. */
export function line(json: string, expected: ExpectedMessage | null): Written {
  return { json, end: "\n", encoding: "utf8", expected };
}

/** One JSON per datagram, with nothing after it. */
export function bare(json: string, expected: ExpectedMessage | null): Written {
  return { json, end: "", encoding: "utf8", expected };
}

/** The configured ident as JSON; null where none is sent. */
export function identField(heard: Heard): string | null {
  return heard.station.sendsIdent ? JSON.stringify(heard.station.ident) : null;
}

/** Whole seconds and microseconds apart, neither padded. */
export function secondsAndMicroseconds(atMs: number): { sec: number; usec: number } {
  const microseconds = Math.round(atMs * 1_000);
  return { sec: Math.floor(microseconds / 1e6), usec: microseconds % 1e6 };
}
