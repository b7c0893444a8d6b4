/** Finds where objects begin and end in text that is not one valid object. Positions are indexes of characters. */
const openBrace = 0x7b;
const openBracket = 0x5b;

/**
 * Returns where another object begins inside a broken one: at a line that starts with a brace, or at
 * the position where the scanner failed. If a message was cut inside a string, the quote of the next
 * one's `{"` ends that string, so the next one begins two characters earlier.
 */
export function startOfSplicedObject(text: string, start: number, brokenAt: number): number | null {
  // Only what was scanned is searched: the text may be much longer.
  const line = text.slice(start, brokenAt + 1).indexOf("\n{");
  if (line >= 0) return start + line + 1;
  if (brokenAt >= text.length) return null;
  if (brokenAt > start && text.startsWith('{"', brokenAt)) return brokenAt;
  return brokenAt - 2 > start && text.startsWith('{"', brokenAt - 2) ? brokenAt - 2 : null;
}

/** Finds bounds in one text. Positions asked for must not decrease, or searching is not linear. */
export type ObjectBounds = ReturnType<typeof createObjectBounds>;

export function createObjectBounds(text: string) {
  const newline = createFinder(text, "\n");
  const concatenated = createFinder(text, '{"');
  const lineOfNext = createFinder(text, "\n{");
  const lineAfterBroken = createFinder(text, "\n{");
  return {
    text,
    endOfLine: newline,
    nextObjectStart: (from: number): number =>
      Math.min(concatenated(from), lineOfNext(from - 1) + 1, text.length),
    /** Returns the end of a broken object: where its braces match, else the next line with an object. */
    endOfBroken(start: number, brokenAt: number): number {
      const limit = Math.min(lineAfterBroken(brokenAt) + 1, text.length);
      return endOfBraces(text, start, limit);
    },
  };
}

/** Returns a search for the next occurrence, the length of the text if there is none. */
function createFinder(text: string, wanted: string): (from: number) => number {
  let searchedFrom = 0;
  let found = -1;
  return (from) => {
    if (from > found || from < searchedFrom) {
      const at = text.indexOf(wanted, from);
      searchedFrom = from;
      found = at < 0 ? text.length : at;
    }
    return found;
  };
}

function endOfBraces(text: string, start: number, limit: number): number {
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
