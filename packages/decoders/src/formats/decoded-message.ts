import type { Assembly, Signal } from "@jetwire/protocol";
import type { ClockTimes } from "../content/clock-times.ts";
import type { Fields } from "./fields.ts";

/** The decoder programs whose output is read. */
export const decoderPrograms = [
  "acarsdec",
  "vdlm2dec",
  "dumpvdl2",
  "dumphfdl",
  "jaero",
  "satdump",
  "iridium-toolkit",
  "iridium-sniffer",
  "xng",
] as const;

/** A message as one station received it, in normalized units and spelling, not linked yet. */
export interface DecodedMessage {
  /** One of `decoderPrograms`. */
  readonly source: string;
  /** `acars`, `vdl`, `hfdl`, `aero-acars` or `iridium-acars`. */
  readonly sourceType: string;
  /**
   * The kind of frame: an ACARS block, a bare frame kept for its position or flight, or what is kept
   * only if the operator wants it.
   */
  readonly kind:
    | "acars"
    | "xid"
    | "position"
    | "performance"
    | "frequency"
    | "logon"
    | "atn"
    | IgnoredReason;
  /** The configured ident, trimmed; null if the decoder has none. */
  readonly stationIdent: string | null;
  /** The time of reception by the station's clock, Unix ms; null if the object has no usable time. */
  readonly stationTimeMs: number | null;
  readonly linkDirection: "uplink" | "downlink" | null;
  /** Upper-case hex: 24-bit address of an aircraft or the address of a ground station. */
  readonly fromHex: string | null;
  readonly toHex: string | null;
  /** ICAO 24-bit address of the aircraft, 6 upper-case hex digits; never FFFFFF or 000000. */
  readonly icao: string | null;
  /**
   * The ground station that sends or is addressed: the number of HFDL (`4`), the address of VDL2
   * (`10992A`) or the number of a ground earth station (`44`).
   */
  readonly groundStation: string | null;
  /** HFDL: the number that the ground station has given the aircraft, 1 to 254. It is reused. */
  readonly aircraftId: number | null;
  /** MHz. */
  readonly frequency: number | null;
  readonly channel: number | null;
  /** dB. */
  readonly level: number | null;
  readonly signal: Signal;
  readonly error: number | null;
  readonly mode: string | null;
  readonly label: string | null;
  readonly blockId: string | null;
  readonly messageNumber: string | null;
  /** The id of the acknowledged block; null for NAK. */
  readonly ack: string | null;
  readonly tail: string | null;
  /** The flight id as sent (`UA0123`), trimmed and in upper case. */
  readonly flightNumber: string | null;
  /** Unchanged, except that U+0000 is replaced by U+2400. */
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
  /** The sublabel and the message function identifier of H1 messages. */
  readonly sublabel: string | null;
  readonly mfi: string | null;
  /** How many characters of the text are sublabel and MFI: 0 if the decoder cut them off. */
  readonly headChars: number;
  readonly onGround: boolean | null;
  readonly times: ClockTimes | null;
  readonly assembly: Assembly | null;
  /** Whether more blocks of the same message follow this one; null if the decoder does not say. */
  readonly moreBlocks: boolean | null;
  /** The part that the decoder program decoded further, by application (`arinc622`, `media-adv`, `x25` …), as sent. */
  readonly applications: Fields | null;
}

/** The reasons why a valid object is not stored, unless the operator wants this kind to be kept. */
export const ignoredReasons = [
  "link-frame", // a VDL2 or HFDL frame without ACARS, position or flight
  "route-line", // acarsdec's or vdlm2dec's route output
  "status-object", // JAERO's DCD/SNR, SatDump's log-ons and channel assignments
  "ground-squitter", // an HFDL SPDU, an ACARS SQ
  "duplicate-container", // an HFDL MPDU, whose LPDUs are sent separately
] as const;
export type IgnoredReason = (typeof ignoredReasons)[number];

/** The reasons why an object is refused. */
export type RejectReason =
  | "not-json"
  | "text-format" // the decoder is configured to send text
  | "http-bytes"
  | "tls-bytes"
  | "truncated"
  | "too-long"
  | "too-deep"
  | "too-many-objects" // in one datagram, line or body
  | "body-too-large" // an HTTP body
  | "not-an-object"
  | "unknown-format"
  | "decoder-error" // the decoder marks the block as broken (`err: true`)
  | "bad-field";

/**
 * The result of parsing one object of a decoder. Every offered object has exactly one; the reasons
 * label the counters, so that nothing is dropped silently. `detail` names the field and the fault.
 */
export type ParseResult =
  | { readonly status: "decoded"; readonly message: DecodedMessage }
  | {
      readonly status: "ignored";
      readonly reason: IgnoredReason;
      /** The known parts of the object. */
      readonly message: DecodedMessage;
    }
  | { readonly status: "rejected"; readonly reason: RejectReason; readonly detail: string };

/** A message whose fields a parser is setting. */
export type MessageDraft = { -readonly [Field in keyof DecodedMessage]: DecodedMessage[Field] };

/** The longest valid values, in characters. `text` and `data` are limited by the size of the object. */
const lengthMax = {
  stationIdent: 100,
  mode: 1,
  label: 2,
  blockId: 1,
  messageNumber: 4,
  ack: 1,
  sublabel: 2,
  mfi: 2,
  tail: 16,
  flightNumber: 16,
} as const satisfies Partial<Record<keyof DecodedMessage, number>>;

/** Creates a draft with all fields, so that the messages of all parsers have the same shape. */
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
    groundStation: null,
    aircraftId: null,
    frequency: null,
    channel: null,
    level: null,
    signal: {},
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
    sublabel: null,
    mfi: null,
    headChars: 0,
    onGround: null,
    times: null,
    assembly: null,
    moreBlocks: null,
    applications: null,
  };
}

/** Returns the finished message, or rejects it if a header field is longer than any valid one. */
export function decoded(draft: DecodedMessage): ParseResult {
  const tooLong = fieldTooLong(draft);
  if (tooLong !== null) return rejected("bad-field", `${tooLong}: too long`);
  return { status: "decoded", message: draft };
}

function fieldTooLong(draft: DecodedMessage): string | null {
  if (isLonger(draft.stationIdent, lengthMax.stationIdent)) return "stationIdent";
  if (isLonger(draft.mode, lengthMax.mode)) return "mode";
  if (isLonger(draft.label, lengthMax.label)) return "label";
  if (isLonger(draft.blockId, lengthMax.blockId)) return "blockId";
  if (isLonger(draft.messageNumber, lengthMax.messageNumber)) return "messageNumber";
  if (isLonger(draft.ack, lengthMax.ack)) return "ack";
  if (isLonger(draft.sublabel, lengthMax.sublabel)) return "sublabel";
  if (isLonger(draft.mfi, lengthMax.mfi)) return "mfi";
  if (isLonger(draft.tail, lengthMax.tail)) return "tail";
  if (isLonger(draft.flightNumber, lengthMax.flightNumber)) return "flightNumber";
  return null;
}

function isLonger(value: string | null, max: number): boolean {
  return value !== null && value.length > max;
}

export function ignored(reason: IgnoredReason, draft: MessageDraft): ParseResult {
  draft.kind = reason;
  return { status: "ignored", reason, message: draft };
}

/** Returns what is ignored as a message if its kind is kept, and any other result unchanged. */
export function keepKinds(result: ParseResult, kinds: ReadonlySet<string>): ParseResult {
  if (result.status !== "ignored" || !kinds.has(result.reason)) return result;
  return decoded(result.message);
}

export function rejected(reason: RejectReason, detail: string): ParseResult {
  return { status: "rejected", reason, detail };
}
