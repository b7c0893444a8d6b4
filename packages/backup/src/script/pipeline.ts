import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createZstdCompress, createZstdDecompress } from "node:zlib";

/** The size and digest of a stream. */
export interface Passed {
  bytes: number;
  sha256: string;
}

/** Passes a stream on; when it has ended, `passed` has its size and digest. */
export async function* counted(
  source: AsyncIterable<Uint8Array>,
  passed: Passed,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const chunk of source) {
    hash.update(chunk);
    passed.bytes += chunk.length;
    onBytes?.(passed.bytes);
    yield chunk;
  }
  passed.sha256 = hash.digest("hex");
}

/** Ends a stream with the reason of a signal. */
export async function* until(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    signal.throwIfAborted();
    yield chunk;
  }
}

/** Compresses a stream with Zstandard. */
export function compressed(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return through(source, createZstdCompress());
}

/** Decompresses a stream of Zstandard. */
export function decompressed(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return through(source, createZstdDecompress());
}

/** Passes a stream through another one. An error of either ends both. */
function through(
  source: AsyncIterable<Uint8Array>,
  step: NodeJS.ReadWriteStream & AsyncIterable<unknown>,
): AsyncIterable<Uint8Array> {
  return Readable.from(source, { objectMode: false }).compose(
    step as never,
  ) as AsyncIterable<Uint8Array>;
}
