const LINE_FEED = 0x0a;
const END = Buffer.from("\n");

/** Newline-delimited, whether or not the decoder ended its output with one. */
export function joinLines(items: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [];
  for (const item of items) {
    parts.push(item);
    if (item.at(-1) !== LINE_FEED) parts.push(END);
  }
  return Buffer.concat(parts);
}
