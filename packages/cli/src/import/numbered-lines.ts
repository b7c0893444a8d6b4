/** A line of a file and its number, from 1. */
export interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

/** Longer than any row of a register; a file without line ends must not fill the memory. */
const lineCharsMax = 1_048_576;

/**
 * Reads the lines of an input, some hundred at a time, without line ends; skips empty lines. Bytes
 * that are not UTF-8 become U+FFFD.
 *
 * @throws RangeError if a line is longer than a mebibyte.
 */
export async function* readNumberedLines(
  input: AsyncIterable<Uint8Array>,
): AsyncGenerator<NumberedLine[]> {
  // Also removes a byte order mark.
  const decoder = new TextDecoder("utf-8");
  let rest = "";
  let number = 0;
  function numbered(texts: readonly string[]): NumberedLine[] {
    return texts
      .map((text) => ({ number: ++number, text: text.replace(/\r$/, "") }))
      .filter(({ text }) => text.trim() !== "");
  }
  for await (const chunk of input) {
    const texts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = texts.pop() ?? "";
    if (rest.length > lineCharsMax) {
      throw new RangeError(`line ${number + texts.length + 1} is longer than ${lineCharsMax}`);
    }
    if (texts.length > 0) yield numbered(texts);
  }
  const last = numbered([rest + decoder.decode()]);
  if (last.length > 0) yield last;
}
