/**
 * A strict JSON scanner that finds where an object ends, for the few texts that `JSON.parse` refuses:
 * objects that are concatenated, spread over lines, truncated, or spliced into each other. It accepts
 * only the known faults of decoders (raw control characters inside strings, and the `-inf` and `nan`
 * that C prints for numbers that are not finite) and records a patch for each.
 */

/** The longest valid object, in characters. The longest known from a decoder is below 8 KiB. */
export const objectCharsMax = 65_536;

/** The deepest valid nesting: deeper than any tree of libacars. */
const depthMax = 128;

/** More repairs than any object of a decoder needs. */
const patchesMax = 4_096;

/** A repair: `by` replaces the characters from `from` to before `to`. */
interface Patch {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

export interface ScannedObject {
  readonly found: "object";
  readonly end: number;
  readonly patches: readonly Patch[];
}

export interface BrokenScan {
  /** `open`: the text ended inside the object. */
  readonly found: "open" | "broken" | "too-deep" | "too-long";
  readonly at: number;
}

export type ObjectScan = ScannedObject | BrokenScan;

interface Cursor {
  readonly text: string;
  at: number;
  readonly patches: Patch[];
}

type Step = "on" | "open" | "broken";
type Expected = "value" | "value-or-end" | "key" | "key-or-end" | "colon" | "comma-or-end";

/** The characters of a string that need no attention. */
// oxlint-disable-next-line no-control-regex
const plainPattern = /[^"\\\u0000-\u001f]*/y;
const wordPattern = /[\w+\-.#()]*/y;
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const notFinitePattern = /^[+-]?(?:inf(?:inity)?|nan(?:\([a-z]*\))?)$/i;

/** Scans the object that begins at `start`, which must be a `{`. */
export function scanObject(text: string, start: number): ObjectScan {
  const cursor: Cursor = { text, at: start, patches: [] };
  const closers: string[] = [];
  let expected: Expected = "value";
  for (;;) {
    skipWhiteSpace(cursor);
    if (cursor.at - start > objectCharsMax) return { found: "too-long", at: cursor.at };
    if (cursor.at >= text.length) return { found: "open", at: text.length };
    const char = text.charAt(cursor.at);
    let step: Step = "on";
    if (char === closers.at(-1) && mayClose(expected)) {
      closers.pop();
      cursor.at++;
      if (closers.length === 0) return { found: "object", end: cursor.at, patches: cursor.patches };
      expected = "comma-or-end";
    } else if (expected === "comma-or-end" && char === ",") {
      cursor.at++;
      expected = closers.at(-1) === "}" ? "key" : "value";
    } else if (expected === "colon" && char === ":") {
      cursor.at++;
      expected = "value";
    } else if (isKey(expected) && char === '"') {
      step = scanString(cursor);
      expected = "colon";
    } else if (isValue(expected) && (char === "{" || char === "[")) {
      if (closers.length === depthMax) return { found: "too-deep", at: cursor.at };
      closers.push(char === "{" ? "}" : "]");
      cursor.at++;
      expected = char === "{" ? "key-or-end" : "value-or-end";
    } else if (isValue(expected)) {
      step = char === '"' ? scanString(cursor) : scanWord(cursor);
      expected = "comma-or-end";
    } else {
      step = "broken";
    }
    if (step !== "on") return { found: step, at: cursor.at };
  }
}

/** Returns the text of a scanned object with its patches applied. */
export function patched(text: string, start: number, scan: ScannedObject): string {
  let out = "";
  let from = start;
  for (const patch of scan.patches) {
    out += text.slice(from, patch.from) + patch.by;
    from = patch.to;
  }
  return out + text.slice(from, scan.end);
}

function mayClose(expected: Expected): boolean {
  return expected === "comma-or-end" || expected === "key-or-end" || expected === "value-or-end";
}

function isKey(expected: Expected): boolean {
  return expected === "key" || expected === "key-or-end";
}

function isValue(expected: Expected): boolean {
  return expected === "value" || expected === "value-or-end";
}

function skipWhiteSpace(cursor: Cursor): void {
  for (; cursor.at < cursor.text.length; cursor.at++) {
    const code = cursor.text.charCodeAt(cursor.at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
  }
}

function scanString(cursor: Cursor): Step {
  const { text } = cursor;
  for (cursor.at++; cursor.at < text.length; cursor.at++) {
    plainPattern.lastIndex = cursor.at;
    plainPattern.test(text);
    cursor.at = plainPattern.lastIndex;
    if (cursor.at >= text.length) return "open";
    const code = text.charCodeAt(cursor.at);
    if (code === 0x22) {
      cursor.at++;
      return "on";
    }
    if (code === 0x5c) {
      const step = scanEscape(cursor);
      if (step !== "on") return step;
    } else if (code < 0x20) {
      const by = `\\u${code.toString(16).padStart(4, "0")}`;
      const step = addPatch(cursor, { from: cursor.at, to: cursor.at + 1, by });
      if (step !== "on") return step;
    }
  }
  return "open";
}

/** Records a patch, unless there are too many. */
function addPatch(cursor: Cursor, added: Patch): Step {
  if (cursor.patches.length >= patchesMax) return "broken";
  cursor.patches.push(added);
  return "on";
}

/** Moves from the backslash to the last character of the escape. */
function scanEscape(cursor: Cursor): Step {
  const { text } = cursor;
  cursor.at++;
  if (cursor.at >= text.length) return "open";
  if (text[cursor.at] !== "u")
    return '"\\/bfnrt'.includes(text.charAt(cursor.at)) ? "on" : "broken";
  for (let digit = 0; digit < 4; digit++) {
    cursor.at++;
    if (cursor.at >= text.length) return "open";
    if (!/[\da-f]/i.test(text.charAt(cursor.at))) return "broken";
  }
  return "on";
}

/** Scans a number, `true`, `false`, `null`, or a number that is not finite. */
function scanWord(cursor: Cursor): Step {
  wordPattern.lastIndex = cursor.at;
  const word = wordPattern.exec(cursor.text)?.[0] ?? "";
  const from = cursor.at;
  cursor.at += word.length;
  if (numberPattern.test(word) || word === "true" || word === "false" || word === "null")
    return "on";
  if (notFinitePattern.test(word)) {
    return addPatch(cursor, { from, to: cursor.at, by: "null" });
  }
  return cursor.at >= cursor.text.length ? "open" : "broken";
}

/**
 * Returns whether JSON is nested too deeply. Brackets are counted first, by native search: few texts have
 * enough of them to be scanned.
 */
export function isTooDeep(json: string): boolean {
  if (json.length <= depthMax * 2) return false;
  const opened = countUpTo(depthMax, json, "{") + countUpTo(depthMax, json, "[");
  return opened > depthMax && depthOf(json) > depthMax;
}

function countUpTo(max: number, json: string, bracket: string): number {
  let count = 0;
  for (
    let at = json.indexOf(bracket);
    at >= 0 && count <= max;
    at = json.indexOf(bracket, at + 1)
  ) {
    count++;
  }
  return count;
}

function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const char = json.charAt(at);
    if (inString && char === "\\") at++;
    else if (char === '"') inString = !inString;
    else if (inString) continue;
    else if (char === "{" || char === "[") deepest = Math.max(deepest, ++depth);
    else if (char === "}" || char === "]") depth--;
  }
  return deepest;
}
