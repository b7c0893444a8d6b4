/** Where objects begin and end in text that isn't one clean object. Places are indexes of characters. */
const openBrace = 0x7b;
const openBracket = 0x5b;

/**
 * Where another object begins inside a broken one: at a line that starts with a brace, or at the
 * very place where the scanner stumbled. A message cut inside a string swallows the next one's
 * `{"`, whose quote then ends that string, so the place is two characters further.
 */
export function startOfSplicedObject(text: string, start: number, brokenAt: number): number | null {
  const line = text.indexOf("\n{", start);
  if (line >= 0 && line < brokenAt) return line + 1;
  if (brokenAt >= text.length) return null;
  if (brokenAt > start && text.startsWith('{"', brokenAt)) return brokenAt;
  return brokenAt - 2 > start && text.startsWith('{"', brokenAt - 2) ? brokenAt - 2 : null;
}

/** The end of a broken object: where its braces come out even, else the next line with an object. */
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
  const glued = text.indexOf('{"', from);
  const line = text.indexOf("\n{", from - 1);
  if (glued < 0) return line < 0 ? text.length : line + 1;
  return line < 0 ? glued : Math.min(glued, line + 1);
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

/** White space, NUL and the byte order mark; between the objects of an array also `[`, `,` and `]`. */
function isSeparator(code: number, inArray: boolean): boolean {
  if (code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0 || code === 0xfeff) return true;
  return inArray && (code === openBracket || code === 0x2c || code === 0x5d);
}
