import type {
  ParseResult,
  DecodedMessage,
  IgnoredReason,
  RejectReason,
} from "./decoded-message.ts";

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
