/**
 * Splits text into decoder objects and parses them. A text is usually one line with one object,
 * which takes one `JSON.parse`. It may also contain objects on separate lines, concatenated objects, a
 * pretty-printed object, or a JSON array of objects. Broken pieces are rejected one by one, and their
 * valid neighbours are kept.
 */
import type { RejectReason } from "@jetwire/decoders";
import { decodeText } from "./decode-text.ts";
import { mayBeJson } from "./may-be-json.ts";
import { reasonOfNotJson } from "./not-json.ts";
import {
  createObjectBounds,
  endWithoutPadding,
  type ObjectBounds,
  skipSeparators,
  startOfSplicedObject,
} from "./object-bounds.ts";
import {
  type BrokenScan,
  isTooDeep,
  objectCharsMax,
  patched,
  type ScannedObject,
  scanObject,
} from "./scan-object.ts";

/** An object offered by a feeder: its text, and its value or why it has none. */
export type ParsedObject =
  | { readonly raw: string; readonly value: unknown }
  | { readonly raw: string; readonly reason: RejectReason; readonly detail: string };

/**
 * The objects that a datagram or a line may contain. A datagram has room for about 600 of the
 * shortest known objects.
 */
export const objectsPerTextMax = 2_000;

/**
 * Limits scanning: the scanned characters, and the broken pieces. Hostile text could otherwise be
 * scanned again from each of its braces, and yield thousands of objects. The rest of such a text is
 * rejected line by line.
 */
const scanFactorMax = 4;
/** A long text may be scanned this many times, and `shortTextScanCharsMax` more. */
const longTextScanFactorMax = 2;
const shortTextScanCharsMax = 131_072;
const brokenPiecesMax = 256;
/** Limits the lines that are parsed before they are scanned: an exception costs as much as scanning 300 characters. */
const linesFailedMax = 16;
/** Decoders send longer lines. */
const triedCharsMin = 64;

interface Piece {
  readonly object: ParsedObject;
  readonly start: number;
  readonly end: number;
  readonly scannedChars: number;
  /** The text ended before the object did. */
  readonly open: boolean;
}

/**
 * Yields the objects in a text in order, each with a value or a reason; none for blank text. `raw` is
 * what was sent, unchanged, even if the value could be parsed only after a repair. The whole text
 * takes time linear in its length, and nothing is read ahead of what is asked for.
 *
 * @param objectsMax if the text has more objects, one with the reason `too-many-objects` follows,
 * which stands for all others
 */
export function* objectsIn(text: string, objectsMax: number): Generator<ParsedObject, void> {
  const from = skipSeparators(text, 0, false);
  const to = endWithoutPadding(text, from, text.length);
  if (from === to) return;
  const raw = from === 0 && to === text.length ? text : text.slice(from, to);
  const isTried = isLine(raw) && mayBeJson(raw, triedCharsMin);
  const value = isTried ? parseOrUndefined(raw) : undefined;
  if (value !== undefined) yield checked(raw, value);
  else for (const { object } of walk(raw, objectsMax, isTried ? raw.length : -1)) yield object;
}

/** Returns the objects of a datagram or a line; see `objectsIn`. */
export function splitAndParse(text: string): ParsedObject[] {
  return [...objectsIn(text, objectsPerTextMax)];
}

/** Parses bytes in UTF-8 or Latin-1; see `splitAndParse`. */
export function parseBytes(bytes: Uint8Array): ParsedObject[] {
  return splitAndParse(decodeText(bytes).text);
}

/**
 * Returns where the unfinished object at the end of a text begins, or -1 if the last object is
 * complete. The datagram reassembler waits for the rest of such an object.
 */
export function openTailStart(text: string): number {
  let last: Piece | undefined;
  for (const piece of walk(text, objectsPerTextMax)) last = piece;
  return last?.open === true ? last.start : -1;
}

const openBrace = 0x7b;

function isLine(text: string): boolean {
  return text.charCodeAt(0) === openBrace && text.length <= objectCharsMax && !text.includes("\n");
}

/** @param triedUpTo the end of a line that is known to be invalid as a whole, -1 for none */
function* walk(text: string, objectsMax: number, triedUpTo = -1): Generator<Piece, void> {
  const bounds = createObjectBounds(text);
  const inArray = /^\s*\[\s*\{/.test(text);
  let scanCharsLeft = scanCharsMax(text.length);
  let brokenLeft = brokenPiecesMax;
  let objectsLeft = objectsMax;
  let lineTried = triedUpTo;
  let linesFailed = 0;
  for (let at = skipSeparators(text, 0, inArray); at < text.length;) {
    if (objectsLeft-- === 0) return yield tooMany(text, at);
    const lineEnd = bounds.endOfLine(at);
    const mayScan = scanCharsLeft > 0 && brokenLeft > 0;
    // A line that is not valid as a whole is not tried again from its middle.
    const mayTry = lineTried !== lineEnd && (linesFailed < linesFailedMax || !mayScan);
    const charsMin = mayScan ? triedCharsMin : 0;
    const whole = mayTry ? lineAsPiece(text, at, lineEnd, charsMin) : null;
    lineTried = lineEnd;
    if (mayTry && whole === null) linesFailed++;
    const piece = whole ?? (mayScan ? nextPiece(bounds, at) : rejectedPiece(text, at, lineEnd));
    yield piece;
    scanCharsLeft -= piece.scannedChars;
    if ("reason" in piece.object) brokenLeft--;
    at = skipSeparators(text, piece.end, inArray);
  }
}

function scanCharsMax(textChars: number): number {
  const long = textChars * longTextScanFactorMax + shortTextScanCharsMax;
  return Math.min(textChars * scanFactorMax, long);
}

/** Rejects the rest of a text that has too many objects, as one. */
function tooMany(text: string, start: number): Piece {
  const object = rejected(text.slice(start), "too-many-objects", start);
  return { object, start, end: text.length, open: false, scannedChars: 0 };
}

/** Parses the rest of the line as one object, which most decoders send. */
function lineAsPiece(text: string, start: number, lineEnd: number, charsMin: number): Piece | null {
  const raw = text.slice(start, endWithoutPadding(text, start, lineEnd));
  const isTried = raw.length <= objectCharsMax && mayBeJson(raw, charsMin);
  const value = isTried ? parseOrUndefined(raw) : undefined;
  if (value === undefined) return null;
  return { object: checked(raw, value), start, end: lineEnd, open: false, scannedChars: 0 };
}

function nextPiece(bounds: ObjectBounds, start: number): Piece {
  const { text } = bounds;
  return text.charCodeAt(start) === openBrace
    ? scannedPiece(bounds, start)
    : rejectedPiece(text, start, bounds.nextObjectStart(start + 1));
}

function scannedPiece(bounds: ObjectBounds, start: number): Piece {
  const { text } = bounds;
  const scan = scanObject(text, start);
  if (scan.found === "object") {
    const object = scannedObject(text, start, scan);
    return { object, start, open: false, end: scan.end, scannedChars: scan.end - start };
  }
  const spliced = startOfSplicedObject(text, start, scan.at);
  const end = spliced ?? (scan.found === "open" ? text.length : bounds.endOfBroken(start, scan.at));
  const cut = scan.found === "open" || spliced !== null;
  const reason = reasonOfBroken(scan.found, cut);
  const open = scan.found === "open" && spliced === null;
  const raw = text.slice(start, endWithoutPadding(text, start, end));
  const object = rejected(raw, raw.length > objectCharsMax ? "too-long" : reason, scan.at);
  return { object, start, open, end, scannedChars: scan.at - start };
}

function reasonOfBroken(found: BrokenScan["found"], cut: boolean): RejectReason {
  if (found === "too-deep") return found;
  if (cut) return "truncated";
  return found === "too-long" ? found : "not-json";
}

function scannedObject(text: string, start: number, scan: ScannedObject): ParsedObject {
  const raw = text.slice(start, scan.end);
  if (raw.length > objectCharsMax) return rejected(raw, "too-long", start);
  const value = parseOrUndefined(patched(text, start, scan));
  return value === undefined ? rejected(raw, "not-json", start) : checked(raw, value);
}

/** Returns the value, or undefined for invalid JSON. */
function parseOrUndefined(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function checked(raw: string, value: unknown): ParsedObject {
  if (typeof value !== "object" || value === null) {
    return { raw, reason: "not-an-object", detail: value === null ? "null" : typeof value };
  }
  if (Array.isArray(value)) return { raw, reason: "not-an-object", detail: "array" };
  return isTooDeep(raw) ? rejected(raw, "too-deep", 0) : { raw, value };
}

function rejected(raw: string, reason: RejectReason, at: number): ParsedObject {
  return { raw, reason, detail: `at character ${at}` };
}

/** Rejects text that does not begin with an object, or that exceeds the limits of scanning. */
function rejectedPiece(text: string, start: number, end: number): Piece {
  const raw = text.slice(start, endWithoutPadding(text, start, end));
  const reason = raw.length > objectCharsMax ? "too-long" : reasonOfNotJson(raw);
  return { object: rejected(raw, reason, start), start, end, open: false, scannedChars: 0 };
}
