import {
  type DecodedMessage,
  type MessageDraft,
  type ParseResult,
  decoded,
  ignored,
  rejected,
} from "../decoded-message.ts";
import { headerText } from "../fields.ts";
import { setSublabel } from "./sublabel.ts";

/** Reads the label. `_` + DEL, the empty acknowledgement, becomes `_d`, as most decoders write it. */
export function readLabel(value: unknown): string | null {
  const label = headerText(value);
  return label === "_\u007f" || label === "_" ? "_d" : label;
}

const groundSquitterLabel = "SQ";

/**
 * Reads the id of the acknowledged block. Null for NAK, which is `false` in acarsdec, `!` in vdlm2dec and
 * libacars, the control character itself in old iridium-toolkit, and a blank in InmarScope.
 */
export function readAck(value: unknown): string | null {
  const ack = headerText(value);
  return ack === "!" || ack === "\u0015" ? null : ack;
}

/** Reads a field that SatDump sends as a character code. */
export function characterOfCode(value: unknown): unknown {
  const isCode = typeof value === "number" && Number.isInteger(value) && value > 0 && value < 0x80;
  return isCode ? String.fromCharCode(value) : value;
}

/** Derives the direction: aircraft number blocks by digits, ground stations by letters. */
export function directionOfBlock(blockId: string | null): DecodedMessage["linkDirection"] {
  if (blockId === null) return null;
  const code = blockId.charCodeAt(0);
  return code >= 0x30 && code <= 0x39 ? "downlink" : "uplink";
}

const dot = 0x2e;

/**
 * Reads a registration in upper case, without the dots that pad it to seven characters. Its spelling
 * is not changed otherwise: hyphens are optional, and bit errors cannot be corrected here.
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
 * Reads a flight id as sent (`UA0123`), in upper case. Null if its number is zero (`FX0000`), which
 * aircraft send while no flight is set.
 */
export function readFlightNumber(value: unknown): string | null {
  const text = headerText(value);
  if (text === null || (text.length === 6 && text.endsWith("0000"))) return null;
  return text.toUpperCase();
}

const nul = "\0";
/** The symbol for NUL; Postgres cannot store the character itself in text. */
const nulSymbol = "\u2400";

/** Reads a text unchanged, except for NUL and lone surrogates. `""` stays `""`. */
export function readText(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = value.includes(nul) ? value.replaceAll(nul, nulSymbol) : value;
  return text.isWellFormed() ? text : text.toWellFormed();
}

const codePattern = /^[A-Z][A-Z\d]{2,3}$/;

/** Reads an ICAO or IATA airport code; null for fillers (`....`) and anything else. */
export function readAirport(value: unknown): string | null {
  const code = headerText(value)?.toUpperCase();
  return code !== undefined && codePattern.test(code) ? code : null;
}

/** Message number (`L92A`) and flight id (`BY0730`), with which the text of a downlink begins. */
const headPattern = /^[A-Z]\d\d[A-Z][A-Z\d]{6}/;
const messageNumberChars = 4;
const headChars = 10;

/**
 * Moves message number and flight id from the head of the text to their fields, for decoders that do
 * not. Only aircraft send them; the text of an uplink may look the same by chance. The flight id from
 * the text replaces the decoder's, which may lack zeros.
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
 * Finishes an ACARS block whose fields are read: it must have a label, if the frame has no direction,
 * the block id gives it, sublabel and MFI may be in the text, and squitters are ignored.
 */
export function finishBlock(draft: MessageDraft): ParseResult {
  if (draft.label === null) return rejected("bad-field", "label: missing");
  draft.linkDirection ??= directionOfBlock(draft.blockId);
  setSublabel(draft);
  if (draft.label === groundSquitterLabel) return ignored("ground-squitter", draft);
  return decoded(draft);
}
