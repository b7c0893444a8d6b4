import { constants, inflateRawSync } from "node:zlib";

/*
 * Compression of messages (permessage-deflate, RFC 7692), without memory for each connection.
 *
 * A client that offers it gets the firehose compressed, once for everybody with the same filter. Other
 * messages are not compressed. What the client compresses is independent of its earlier messages, and
 * is inflated as a whole when it has arrived.
 */

/** The extension as the gateway accepts it. */
export const compressionAnswer = "permessage-deflate; client_no_context_takeover";

const inflatedBytesMax = 16 * 1024;
const name = "permessage-deflate";
/** Others restrict what the gateway may send, which is the same for all. */
const acceptedParameters = new Set(["client_no_context_takeover", "client_max_window_bits"]);
/** The end of each message, which is not sent (RFC 7692 7.2.1). */
const messageEnd = Buffer.of(0x00, 0x00, 0xff, 0xff);

/** Returns whether a client offers compression that the gateway accepts, among others. */
export function acceptsCompression(offers = ""): boolean {
  return offers.split(",").some((offer) => {
    const [extension, ...parameters] = offer.split(";").map((part) => part.trim());
    return extension === name && parameters.every(isAccepted);
  });
}

function isAccepted(parameter: string): boolean {
  return acceptedParameters.has(parameter.split("=", 1)[0] ?? "");
}

/** Lets a WebSocket of the library read compressed messages. */
export function readCompressed(webSocket: object): void {
  const receiver = Reflect.get(webSocket, "_receiver") as object;
  Object.assign(receiver, { _extensions: { [name]: new Inflater() } });
}

/** Inflates messages in place of the library's own class, which keeps a context of zlib for each connection. */
class Inflater {
  #pieces: Uint8Array[] = [];

  /**
   * Called by the library with each frame of a message. It bounds their number and their sum.
   *
   * @param done gets the message with the last frame; must not be called at once
   */
  decompress(
    piece: Uint8Array,
    isLast: boolean,
    done: (error: Error | null, message?: Buffer) => void,
  ): void {
    this.#pieces.push(piece);
    if (isLast) process.nextTick(inflate, this.#pieces, done);
    else process.nextTick(done, null, Buffer.alloc(0));
    if (isLast) this.#pieces = [];
  }

  cleanup(): void {
    this.#pieces = [];
  }
}

function inflate(
  pieces: readonly Uint8Array[],
  done: (error: Error | null, message?: Buffer) => void,
): void {
  let message: Buffer;
  try {
    message = inflateRawSync(Buffer.concat([...pieces, messageEnd]), {
      maxOutputLength: inflatedBytesMax,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch (error) {
    done(error as Error);
    return;
  }
  done(null, message);
}
