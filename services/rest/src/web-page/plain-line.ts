/** Returns a text in one line, without control and formatting characters, cut to a length. */
export function plainLine(text: string, charsMax: number): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  const chars = Array.from(line);
  return chars.length <= charsMax ? line : `${chars.slice(0, charsMax - 1).join("")}…`;
}
