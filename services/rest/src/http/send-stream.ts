import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import type { StreamAnswer } from "../route.ts";

/** The pipeline alone adds nine listeners of an event to a response; more than ten would be reported as a leak. */
const listenersMax = 20;
/** The compressor is flushed this often, so that a slow stream reaches its reader. */
const flushEveryMs = 1_000;

/**
 * Sends a stream as fast as the client reads it. Returns at its end, or when the client disconnects.
 *
 * @throws what the stream throws; after the first chunk the connection is cut already
 */
export async function sendStream(
  request: Request,
  response: Response,
  status: number,
  { stream, type, headers = {} }: StreamAnswer,
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
    response.locals["isStreamed"] = true;
    response.setMaxListeners(listenersMax);
    flushing = setInterval(() => response.flush(), flushEveryMs);
    await pipeline(Readable.from(chunks(first, iterator)), response);
  } catch (error) {
    if (!response.destroyed || !isDisconnect(error)) throw error;
  } finally {
    clearInterval(flushing);
    // Needed if the client disconnected before the next read; no effect after the end.
    await iterator.return?.();
  }
}

async function* chunks(
  first: IteratorResult<string | Uint8Array>,
  iterator: AsyncIterator<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
}

function isDisconnect(error: unknown): boolean {
  return error instanceof Error && "code" in error && disconnectCodes.has(String(error.code));
}

const disconnectCodes = new Set([
  "ERR_STREAM_PREMATURE_CLOSE",
  "ERR_STREAM_UNABLE_TO_PIPE",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
  "ECONNRESET",
  "EPIPE",
]);
