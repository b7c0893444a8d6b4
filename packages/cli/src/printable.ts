const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\s]+/gu;

/**
 * Returns a text that somebody else chose as one line: nothing in it changes the terminal, or the direction of the line.
 *
 * @param charsMax its longest length, after which it is cut
 */
export function printable(text: string, charsMax = Number.POSITIVE_INFINITY): string {
  // White space becomes shorter, so a part of the text is enough.
  const line = text
    .slice(0, 4 * charsMax)
    .replaceAll(unprintable, " ")
    .trim();
  return line.length > charsMax ? `${line.slice(0, charsMax)}…` : line;
}
