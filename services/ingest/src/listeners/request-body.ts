import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { constants, gunzip, zstdDecompress } from "node:zlib";
import { AppError } from "@jetwire/protocol";
import { dictionaries, dictionaryHeader } from "@jetwire/transport";

/** The limit of a body, as sent and after inflation: 10,000 objects of 400 bytes. */
const bodyBytesMax = 4 * 2 ** 20;

/** Lines of decoders become ten to thirty times smaller. A small body may inflate to this size in any case. */
const zstdRatioMax = 200;
const smallBytesMax = 65_536;
/** The memory that a frame may ask for beforehand, as a power of 2: that of the longest body. */
const zstdWindowLogMax = 22;

type Inflate = (sent: Buffer, limits: { readonly maxOutputLength: number }) => Promise<Buffer>;

const fromGzip: Inflate = promisify(gunzip);
const fromZstd = promisify(zstdDecompress);

/**
 * Reads a body, and inflates it if it is compressed by gzip or zstd.
 *
 * @throws AppError `payload_too_large`, `unsupported_media_type` or `invalid_request`.
 */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  switch (encoding) {
    case "identity":
      return await collect(request);
    case "gzip":
    case "x-gzip":
      return await inflated(await collect(request), fromGzip, "gzip", bodyBytesMax);
    case "zstd": {
      const inflate = zstdWith(dictionaryOf(request.headers));
      const sent = await collect(request);
      const bytesMax = Math.max(smallBytesMax, zstdRatioMax * sent.length);
      return await inflated(sent, inflate, "zstd", Math.min(bytesMax, bodyBytesMax));
    }
    default:
      throw new AppError(
        "unsupported_media_type",
        `Content-Encoding '${encoding}' is not supported; send zstd, gzip or no encoding`,
      );
  }
}

/** @throws AppError `unsupported_media_type` for a name that is not known */
function dictionaryOf({ [dictionaryHeader]: name }: IncomingHttpHeaders): Buffer | undefined {
  if (name === undefined) return undefined;
  const dictionary = dictionaries.get(String(name));
  if (dictionary !== undefined) return dictionary;
  throw new AppError(
    "unsupported_media_type",
    `The header X-Zstd-Dictionary names a dictionary that this service does not have; it has ${[...dictionaries.keys()].join(", ")}`,
  );
}

function zstdWith(dictionary: Buffer | undefined): Inflate {
  const params = { [constants.ZSTD_d_windowLogMax]: zstdWindowLogMax };
  return async (sent, limits) =>
    await fromZstd(sent, { ...limits, params, ...(dictionary && { dictionary }) });
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

async function inflated(
  sent: Buffer,
  inflate: Inflate,
  name: "gzip" | "zstd",
  bytesMax: number,
): Promise<Buffer> {
  try {
    return await inflate(sent, { maxOutputLength: bytesMax });
  } catch (cause) {
    if (cause instanceof RangeError) {
      throw new AppError(
        "payload_too_large",
        `The inflated body must not be larger than ${bytesMax} bytes; send fewer objects at a time`,
        { cause },
      );
    }
    throw new AppError("invalid_request", `The body is not valid ${name}`, { cause });
  }
}
