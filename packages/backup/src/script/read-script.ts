import { parseStatement, type Statement } from "./statements.ts";

const lineFeed = 10;
/** Longer than the statement of any table. */
const lineBytesMax = 65_536;
const endOfRows = Buffer.from("\\.\n");

/** A statement, or rows of the last `copy`; whole lines only. */
export type ScriptPart = Statement | { readonly kind: "rows"; readonly rows: Buffer };

/**
 * Reads a script. `rows` follow their `copy`, in whole lines, without the line that ends them. In rows, no line is `\.`,
 * because `copy` writes a backslash as two.
 *
 * @throws Error if it has unknown lines, or does not end with `-- end`
 */
export async function* readScript(source: AsyncIterable<Uint8Array>): AsyncGenerator<ScriptPart> {
  let rest: Buffer = Buffer.alloc(0);
  let isInRows = false;
  let isEnded = false;
  for await (const chunk of source) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    let from = 0;
    for (;;) {
      if (isInRows) {
        const end = endOfRowsIn(rest, from);
        const to = end ?? rest.lastIndexOf(lineFeed) + 1;
        if (to > from) yield { kind: "rows", rows: rest.subarray(from, to) };
        from = Math.max(from, to);
        if (end === null) break;
        from += endOfRows.length;
        isInRows = false;
      }
      const lineEnd = rest.indexOf(lineFeed, from);
      if (lineEnd === -1) break;
      const statement = parseStatement(rest.toString("utf8", from, lineEnd));
      from = lineEnd + 1;
      if (isEnded) throw new Error("the back-up goes on after its end");
      isInRows = statement.kind === "copy";
      isEnded = statement.kind === "end";
      yield statement;
    }
    rest = rest.subarray(from);
    if (!isInRows && rest.length > lineBytesMax) throw new Error("the back-up has no line ends");
  }
  if (!isEnded || rest.length > 0) throw new Error("the back-up is cut off");
}

/** Returns where the line `\.` begins, which is the beginning of a line, or null. */
function endOfRowsIn(bytes: Buffer, from: number): number | null {
  for (let at = bytes.indexOf(endOfRows, from); at !== -1; at = bytes.indexOf(endOfRows, at + 1)) {
    if (at === from || bytes[at - 1] === lineFeed) return at;
  }
  return null;
}
