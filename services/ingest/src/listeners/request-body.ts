import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { AppError } from "@jetwire/protocol";

/** The limit of a body, as sent and after inflation: 10,000 objects of 400 bytes. */
const bodyBytesMax = 4 * 2 ** 20;

const inflate = promisify(gunzip);

/**
 * Reads a body, and inflates it if it is gzipped.
 *
 * @throws AppError `payload_too_large`, `unsupported_media_type` or `invalid_request`.
 */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity" && encoding !== "gzip" && encoding !== "x-gzip") {
    throw new AppError(
      "unsupported_media_type",
      `Content-Encoding '${encoding}' is not supported; send gzip or no encoding`,
    );
  }
  const sent = await collect(request);
  return encoding === "identity" ? sent : await inflated(sent);
}

async function collect(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) {
      throw new AppError(
        "payload_too_large",
        `The body must not be larger than ${bodyBytesMax} bytes; send fewer objects at a time`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function inflated(sent: Buffer): Promise<Buffer> {
  try {
    return await inflate(sent, { maxOutputLength: bodyBytesMax });
  } catch (cause) {
    if (cause instanceof RangeError) {
      throw new AppError(
        "payload_too_large",
        `The inflated body must not be larger than ${bodyBytesMax} bytes; send fewer objects at a time`,
        { cause },
      );
    }
    throw new AppError("invalid_request", "The body is not valid gzip", { cause });
  }
}
