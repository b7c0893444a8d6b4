import {
  type DecodedMessage,
  type MessageDraft,
  type ParseResult,
  decoded,
  ignored,
  rejected,
} from "./decoded-message.ts";
import { headerText } from "./fields.ts";

/** The one- and two-character fields of an ACARS block, as the programs spell them. */

/** The label; `_` + DEL, the empty acknowledgement, is written `_d` by most and so by us. */
export function readLabel(value: unknown): string | null {
  const label = headerText(value);
  return label === "_\u007f" || label === "_" ? "_d" : label;
}

export const groundSquitterLabel = "SQ";

/**
 * The block id acknowledged. Null for NAK, which is `false` in acarsdec, `!` in vdlm2dec and
 * libacars, the control character itself in old iridium-toolkit, and a blank in InmarScope.
 */
export function readAck(value: unknown): string | null {
  const ack = headerText(value);
  return ack === "!" || ack === "\u0015" ? null : ack;
}

/** A field that SatDump gives as the number of its character. */
export function characterOfCode(value: unknown): unknown {
  const isCode = typeof value === "number" && Number.isInteger(value) && value > 0 && value < 0x80;
  return isCode ? String.fromCharCode(value) : value;
}

/** Digits number what aircraft send, letters what ground stations send. The mode tells nothing. */
export function directionOfBlock(blockId: string | null): DecodedMessage["linkDirection"] {
  if (blockId === null) return null;
  const code = blockId.charCodeAt(0);
  return code >= 0x30 && code <= 0x39 ? "downlink" : "uplink";
}

const dot = 0x2e;

/**
 * A registration as painted, without the dots that fill it up to seven characters on the air, upper
 * case. Its spelling is otherwise left alone: hyphens come and go, and bit errors can't be mended here.
 */
export function readTail(value: unknown): string | null {
  const text = headerText(value);
  if (text === null) return null;
  let from = 0;
  let to = text.length;
  while (from < to && text.charCodeAt(from) === dot) from++;
  while (to > from && text.charCodeAt(to - 1) === dot) to--;
  const tail = text.slice(from, to).trim().toUpperCase();
  return tail === "" ? null : tail;
}

/**
 * A flight id as sent (`UA0123`), upper case. An airline's two characters with only zeros behind
 * them (`FX0000`) are what aircraft send while no flight is set: null.
 */
export function readFlightNumber(value: unknown): string | null {
  const text = headerText(value);
  if (text === null || (text.length === 6 && text.endsWith("0000"))) return null;
  return text.toUpperCase();
}

const nul = "\0";
/** The picture of a NUL: Postgres can't hold the character itself in text. */
const nulSymbol = "\u2400";

/** The text of a message byte for byte, except for what no UTF-8 text can hold. `""` stays `""`. */
export function readText(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = value.includes(nul) ? value.replaceAll(nul, nulSymbol) : value;
  return text.isWellFormed() ? text : text.toWellFormed();
}

const codePattern = /^[A-Z][A-Z\d]{2,3}$/;

/** An ICAO or IATA airport code; null for fillers (`....`) and anything else that isn't one. */
export function readAirport(value: unknown): string | null {
  const code = headerText(value)?.toUpperCase();
  return code !== undefined && codePattern.test(code) ? code : null;
}

/** Message number (`L92A`) and flight id (`BY0730`), as they stand at the head of a downlink on the air. */
const headPattern = /^[A-Z]\d\d[A-Z][A-Z\d]{6}/;
const messageNumberChars = 4;
const headChars = 10;

/**
 * Takes message number and flight id off the head of the text, for the programs that leave them
 * there. Only aircraft send them, and an uplink's text may happen to look the same. The flight id
 * from the text wins over the program's own field, which may have lost its zeros.
 */
export function cutDownlinkHead(draft: MessageDraft): void {
  const { text } = draft;
  if (draft.linkDirection !== "downlink" || draft.messageNumber !== null || text === null) return;
  if (!headPattern.test(text)) return;
  draft.messageNumber = text.slice(0, messageNumberChars);
  draft.flightNumber = readFlightNumber(text.slice(messageNumberChars, headChars));
  draft.text = text.slice(headChars);
}

/**
 * What every ACARS block comes to once its fields are read: it needs a label, squitters are known
 * by theirs, and where the frame didn't say who sent it the block id does.
 */
export function finishBlock(draft: MessageDraft): ParseResult {
  if (draft.label === null) return rejected("bad-field", "label: missing");
  if (draft.label === groundSquitterLabel) return ignored("ground-squitter");
  draft.linkDirection ??= directionOfBlock(draft.blockId);
  return decoded(draft);
}
