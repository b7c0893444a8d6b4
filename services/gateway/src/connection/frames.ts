const finalText = 0x81;
/** A whole text message that is compressed: the bit RSV1 (RFC 7692 6). */
const finalDeflatedText = 0xc1;

/** `4` is engine.io's message type, `2` Socket.IO's event type; the event follows as JSON. */
function packetStart(event: string): Buffer {
  return Buffer.from(`42[${JSON.stringify(event)},`);
}

const packetEnd = 0x5d;

/**
 * Builds WebSocket text frames (RFC 6455 5.2; unmasked, as servers send them), one event frame for
 * each payload, in one buffer: one write for any number of messages.
 *
 * @param payloads JSON texts in UTF-8
 */
export function eventFrames(event: string, payloads: readonly Uint8Array[]): Buffer {
  const start = packetStart(event);
  const lengths = payloads.map((payload) => start.length + payload.length + 1);
  const total = lengths.reduce((sum, length) => sum + headerLength(length) + length, 0);
  const frames = Buffer.allocUnsafe(total);
  let at = 0;
  for (const [i, payload] of payloads.entries()) {
    at = writeHeader(frames, at, lengths[i] ?? 0, finalText);
    frames.set(start, at);
    frames.set(payload, at + start.length);
    at += start.length + payload.length;
    frames[at++] = packetEnd;
  }
  return frames;
}

/**
 * Builds the same frames with compressed messages.
 *
 * @param deflate compresses one message after the other
 */
export function deflatedEventFrames(
  event: string,
  payloads: readonly Uint8Array[],
  deflate: (message: Buffer) => Uint8Array,
): Buffer {
  const start = packetStart(event);
  const end = Buffer.of(packetEnd);
  const messages = payloads.map((payload) => deflate(Buffer.concat([start, payload, end])));
  const total = messages.reduce((sum, { length }) => sum + headerLength(length) + length, 0);
  const frames = Buffer.allocUnsafe(total);
  let at = 0;
  for (const message of messages) {
    at = writeHeader(frames, at, message.length, finalDeflatedText);
    frames.set(message, at);
    at += message.length;
  }
  return frames;
}

/** Builds the frame of one text, such as a packet of engine.io. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(headerLength(length) + length);
  frame.write(text, writeHeader(frame, 0, length, finalText));
  return frame;
}

function headerLength(length: number): number {
  if (length < 126) return 2;
  return length < 65_536 ? 4 : 10;
}

function writeHeader(frames: Buffer, at: number, length: number, first: number): number {
  frames[at] = first;
  if (length < 126) {
    frames[at + 1] = length;
    return at + 2;
  }
  if (length < 65_536) {
    frames[at + 1] = 126;
    return frames.writeUInt16BE(length, at + 2);
  }
  frames[at + 1] = 127;
  return frames.writeBigUInt64BE(BigInt(length), at + 2);
}
