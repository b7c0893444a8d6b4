import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import type { StreamedAnswer } from "../route.ts";

/** What was written reaches a slow stream's reader after this long at most, compressed or not. */
const flushEveryMs = 1_000;

/**
 * Sends a streamed answer as fast as the client takes it; returns when it has it or is gone.
 *
 * @throws what the stream throws; after the first chunk the connection is cut already
 */
export async function sendStream(
  request: Request,
  response: Response,
  status: number,
  { stream, type, headers = {} }: StreamedAnswer,
): Promise<void> {
  const asHead = () =>
    response
      .set({ "Cache-Control": "private, no-store", ...headers })
      .status(status)
      .type(type);
  if (request.method === "HEAD") return void asHead().end();
  const iterator = stream[Symbol.asyncIterator]();
  let flushing: NodeJS.Timeout | undefined;
  try {
    const first = await iterator.next();
    asHead();
    flushing = setInterval(() => response.flush(), flushEveryMs);
    await pipeline(Readable.from(chunks(first, iterator)), response);
  } catch (error) {
    if (!response.destroyed || !isGone(error)) throw error;
  } finally {
    clearInterval(flushing);
    // Also when the client went before it was asked for more; does nothing to one that has ended.
    await iterator.return?.();
  }
}

async function* chunks(
  first: IteratorResult<string | Uint8Array>,
  iterator: AsyncIterator<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
}

/** The client's going isn't anybody's mistake. */
function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && goneCodes.has(String(error.code));
}

const goneCodes = new Set([
  "ERR_STREAM_PREMATURE_CLOSE",
  "ERR_STREAM_UNABLE_TO_PIPE",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
  "ECONNRESET",
  "EPIPE",
]);
