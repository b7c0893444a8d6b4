/**
 * What reading one object of a decoder comes to. Every object offered ends in exactly one of
 * these, and the reasons are the labels of the counters, so that nothing is dropped in silence.
 */

/** A message as one station heard it, in our units and spelling, before it is linked to anything. */
export interface DecodedMessage {
  /** The decoder program: `acarsdec`, `vdlm2dec`, `dumpvdl2`, `dumphfdl`, `jaero`, `satdump`, `iridium-toolkit`, `iridium-sniffer`. */
  readonly source: string;
  /** `acars`, `vdl`, `hfdl`, `aero-acars` or `iridium-acars`. */
  readonly sourceType: string;
  /** What kind of frame it is: an ACARS block, or a bare frame kept for its position or flight. */
  readonly kind: "acars" | "xid" | "position" | "performance" | "frequency" | "logon";
  /** The ident its owner typed, trimmed; null when the decoder was given none. */
  readonly stationIdent: string | null;
  /** The station's clock, Unix ms; null when the object carries no usable time. */
  readonly stationTimeMs: number | null;
  readonly linkDirection: "uplink" | "downlink" | null;
  /** Upper-case hex: 24-bit address of an aircraft or the address of a ground station. */
  readonly fromHex: string | null;
  readonly toHex: string | null;
  /** ICAO 24-bit address of the aircraft, 6 upper-case hex digits; never FFFFFF or 000000. */
  readonly icao: string | null;
  /** MHz. */
  readonly frequency: number | null;
  readonly channel: number | null;
  /** dB. */
  readonly level: number | null;
  readonly error: number | null;
  readonly mode: string | null;
  readonly label: string | null;
  readonly blockId: string | null;
  readonly messageNumber: string | null;
  /** The block id acknowledged; null for NAK. */
  readonly ack: string | null;
  readonly tail: string | null;
  /** As sent (`UA0123`), trimmed and upper case. */
  readonly flightNumber: string | null;
  /** Byte for byte; U+0000 replaced by U+2400. */
  readonly text: string | null;
  /** Undecoded payload. */
  readonly data: string | null;
  readonly departingAirport: string | null;
  readonly destinationAirport: string | null;
  /** Degrees. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Feet. */
  readonly altitude: number | null;
}

/** Understood, and by design not stored (`INGEST_KEEP` changes it). */
export type IgnoredReason =
  | "link-frame" // a VDL2 or HFDL frame without ACARS, position or flight
  | "route-line" // acarsdec's or vdlm2dec's route output
  | "status-object" // JAERO's DCD/SNR, SatDump's log-ons and channel assignments
  | "ground-squitter" // an HFDL SPDU, an ACARS SQ
  | "duplicate-container"; // an HFDL MPDU, whose LPDUs come by themselves

/** Refused; the detail names what was wrong and where. */
export type RejectReason =
  | "not-json"
  | "text-format" // a decoder set up to send its text output
  | "http-bytes"
  | "tls-bytes"
  | "truncated"
  | "too-long"
  | "too-deep"
  | "not-an-object"
  | "unknown-format"
  | "decoder-error" // the decoder itself says that the block is broken (`err: true`)
  | "bad-field";

export type ParseResult =
  | { readonly status: "decoded"; readonly message: DecodedMessage }
  | { readonly status: "ignored"; readonly reason: IgnoredReason }
  | { readonly status: "rejected"; readonly reason: RejectReason; readonly detail: string };

/** A message being filled in by a parser. */
export type MessageDraft = { -readonly [Field in keyof DecodedMessage]: DecodedMessage[Field] };

/** The longest values taken, in characters. Real ones are far shorter; `text` and `data` are bounded by their object. */
const lengthMax = {
  stationIdent: 100,
  mode: 1,
  label: 2,
  blockId: 1,
  messageNumber: 4,
  ack: 1,
  tail: 16,
  flightNumber: 16,
} as const satisfies Partial<Record<keyof DecodedMessage, number>>;

/** Every message starts here with all its fields, so that all have one shape whoever fills them in. */
export function draftOf(
  source: string,
  sourceType: string,
  kind: DecodedMessage["kind"],
): MessageDraft {
  return {
    source,
    sourceType,
    kind,
    stationIdent: null,
    stationTimeMs: null,
    linkDirection: null,
    fromHex: null,
    toHex: null,
    icao: null,
    frequency: null,
    channel: null,
    level: null,
    error: null,
    mode: null,
    label: null,
    blockId: null,
    messageNumber: null,
    ack: null,
    tail: null,
    flightNumber: null,
    text: null,
    data: null,
    departingAirport: null,
    destinationAirport: null,
    latitude: null,
    longitude: null,
    altitude: null,
  };
}

/** The finished message, unless a header field is longer than any real one: then it is garbage. */
export function decoded(draft: MessageDraft): ParseResult {
  const tooLong = fieldTooLong(draft);
  if (tooLong !== null) return rejected("bad-field", `${tooLong}: too long`);
  return { status: "decoded", message: draft };
}

function fieldTooLong(draft: MessageDraft): string | null {
  if (isLonger(draft.stationIdent, lengthMax.stationIdent)) return "stationIdent";
  if (isLonger(draft.mode, lengthMax.mode)) return "mode";
  if (isLonger(draft.label, lengthMax.label)) return "label";
  if (isLonger(draft.blockId, lengthMax.blockId)) return "blockId";
  if (isLonger(draft.messageNumber, lengthMax.messageNumber)) return "messageNumber";
  if (isLonger(draft.ack, lengthMax.ack)) return "ack";
  if (isLonger(draft.tail, lengthMax.tail)) return "tail";
  if (isLonger(draft.flightNumber, lengthMax.flightNumber)) return "flightNumber";
  return null;
}

function isLonger(value: string | null, max: number): boolean {
  return value !== null && value.length > max;
}

export function ignored(reason: IgnoredReason): ParseResult {
  return { status: "ignored", reason };
}

export function rejected(reason: RejectReason, detail: string): ParseResult {
  return { status: "rejected", reason, detail };
}
