const lineFeed = 0x0a;
const end = Buffer.from("\n");

/** Joins lines as newline-delimited text, whether or not each ends with a line feed. */
export function joinLines(lines: readonly Buffer[]): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  for (const line of lines) {
    parts.push(line);
    if (line.at(-1) !== lineFeed) parts.push(end);
  }
  return Buffer.concat(parts);
}
