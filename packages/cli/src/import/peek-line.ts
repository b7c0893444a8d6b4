import { Readable } from "node:stream";

/** The beginning of an input and all of it. */
export interface Peeked {
  readonly head: Buffer;
  readonly stream: Readable;
}

/** Reads until the beginning is long enough or the input ends; the stream still has all of it. */
export async function peek(
  input: AsyncIterable<Uint8Array>,
  isEnough: (head: Buffer) => boolean,
): Promise<Peeked> {
  const chunks = input[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  for (;;) {
    const next = await chunks.next();
    if (next.done === true) return { head, stream: Readable.from([head], { objectMode: false }) };
    head = Buffer.concat([head, next.value]);
    if (isEnough(head)) break;
  }
  return { head, stream: Readable.from(whole(head, chunks), { objectMode: false }) };
}

const firstLineBytesMax = 65_536;

/** Returns the first line of an input, and a stream of all of it. */
export async function peekLine(
  input: AsyncIterable<Uint8Array>,
): Promise<{ firstLine: string; stream: Readable }> {
  const { head, stream } = await peek(
    input,
    (bytes) => bytes.includes("\n") || bytes.length >= firstLineBytesMax,
  );
  const [line = ""] = new TextDecoder("utf-8").decode(head).split(/\r?\n/, 1);
  return { firstLine: line.trim(), stream };
}

async function* whole(
  head: Buffer,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
