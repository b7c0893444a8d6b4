const newline = 0x0a;

/** Longer than any object a decoder writes; a file without line ends must not fill the memory. */
const lineBytesMax = 1_048_576;

/**
 * Reads the lines of a stream, byte for byte and without line feeds; skips empty lines.
 *
 * @throws RangeError if a line is longer than a mebibyte.
 */
export async function* readLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let to = bytes.indexOf(newline); to !== -1; to = bytes.indexOf(newline, from)) {
      const line = Buffer.concat([...parts, bytes.subarray(from, to)]);
      parts = [];
      size = 0;
      from = to + 1;
      if (line.length > 0) yield line;
    }
    size += bytes.length - from;
    if (size > lineBytesMax) throw new RangeError(`a line is longer than ${lineBytesMax} bytes`);
    if (from < bytes.length) parts.push(bytes.subarray(from));
  }
  if (size > 0) yield Buffer.concat(parts);
}
