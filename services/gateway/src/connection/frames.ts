const finalText = 0x81;
/** `4`, engine.io's message type. */
const enginePacket = 0x34;

/** `2` is Socket.IO's event type; the event follows as JSON. */
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
    at = writeHeader(frames, at, lengths[i] ?? 0);
    frames.set(start, at);
    frames.set(payload, at + start.length);
    at += start.length + payload.length;
    frames[at++] = packetEnd;
  }
  return frames;
}

/** Builds the frame of one packet of Socket.IO. */
export function packetFrame(packet: string): Buffer {
  const length = 1 + Buffer.byteLength(packet);
  const frame = Buffer.allocUnsafe(headerLength(length) + length);
  const at = writeHeader(frame, 0, length);
  frame[at] = enginePacket;
  frame.write(packet, at + 1);
  return frame;
}

function headerLength(length: number): number {
  if (length < 126) return 2;
  return length < 65_536 ? 4 : 10;
}

function writeHeader(frames: Buffer, at: number, length: number): number {
  frames[at] = finalText;
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
