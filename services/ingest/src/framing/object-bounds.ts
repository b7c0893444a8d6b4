/** Finds where objects begin and end in text that is not one valid object. Positions are indexes of characters. */
const openBrace = 0x7b;
const openBracket = 0x5b;

/**
 * Returns where another object begins inside a broken one: at a line that starts with a brace, or at
 * the position where the scanner failed. If a message was cut inside a string, the quote of the next
 * one's `{"` ends that string, so the next one begins two characters earlier.
 */
export function startOfSplicedObject(text: string, start: number, brokenAt: number): number | null {
  const line = text.indexOf("\n{", start);
  if (line >= 0 && line < brokenAt) return line + 1;
  if (brokenAt >= text.length) return null;
  if (brokenAt > start && text.startsWith('{"', brokenAt)) return brokenAt;
  return brokenAt - 2 > start && text.startsWith('{"', brokenAt - 2) ? brokenAt - 2 : null;
}

/** Returns the end of a broken object: where its braces match, else the next line with an object. */
export function endOfBroken(text: string, start: number, brokenAt: number): number {
  const line = text.indexOf("\n{", brokenAt);
  const limit = line < 0 ? text.length : line + 1;
  let depth = 0;
  let inString = false;
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) inString = !inString;
    else if (inString) at += code === 0x5c ? 1 : 0;
    else if (code === openBrace) depth++;
    else if (code === 0x7d && --depth === 0) return at + 1;
  }
  return limit;
}

export function nextObjectStart(text: string, from: number): number {
  const concatenated = text.indexOf('{"', from);
  const line = text.indexOf("\n{", from - 1);
  if (concatenated < 0) return line < 0 ? text.length : line + 1;
  return line < 0 ? concatenated : Math.min(concatenated, line + 1);
}

export function endOfLine(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  return newline < 0 ? text.length : newline;
}

export function skipSeparators(text: string, from: number, inArray: boolean): number {
  let at = from;
  while (at < text.length && isSeparator(text.charCodeAt(at), inArray)) at++;
  return at;
}

export function endWithoutPadding(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isSeparator(text.charCodeAt(end - 1), false)) end--;
  return end;
}

/** Accepts white space, NUL and the byte order mark; between the objects of an array also `[`, `,` and `]`. */
function isSeparator(code: number, inArray: boolean): boolean {
  if (code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0 || code === 0xfeff) return true;
  return inArray && (code === openBracket || code === 0x2c || code === 0x5d);
}
