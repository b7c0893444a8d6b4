import { crc32 } from "node:zlib";

/**
 * The records of a segment, one after another:
 *
 *   4 bytes payload length · 4 bytes CRC-32 of the payload · payload
 *   payload: 8 bytes received at (Unix ms, double) · 1 byte length of the input's name · the name · the object
 *
 * All numbers are big-endian.
 */

/** A line as it was received. */
export interface ReceivedLine {
  readonly receivedAtMs: number;
  /** The name of the input. */
  readonly input: string;
  /** The decoder's object, without newlines. */
  readonly text: string;
}

/** A line of the buffer, with the length of its record. */
export interface BufferedLine extends ReceivedLine {
  readonly bytes: number;
}

const headerBytes = 8;
const timeBytes = 8;
const payloadBytesMax = 1 << 20;

export function encodeRecord({ receivedAtMs, input, text }: ReceivedLine): Buffer {
  const nameBytes = Buffer.byteLength(input);
  const textAt = headerBytes + timeBytes + 1 + nameBytes;
  const record = Buffer.allocUnsafe(textAt + Buffer.byteLength(text));
  record.writeUInt32BE(record.length - headerBytes, 0);
  record.writeDoubleBE(receivedAtMs, headerBytes);
  record.writeUInt8(nameBytes, headerBytes + timeBytes);
  record.write(input, headerBytes + timeBytes + 1);
  record.write(text, textAt);
  record.writeUInt32BE(crc32(record.subarray(headerBytes)), 4);
  return record;
}

/** Reads the record that begins at `at`; null if the bytes end before it does, or it is damaged. */
export function decodeRecord(bytes: Buffer, at: number): BufferedLine | null {
  if (bytes.length - at < headerBytes) return null;
  const length = bytes.readUInt32BE(at);
  const start = at + headerBytes;
  if (length <= timeBytes || length > payloadBytesMax || bytes.length - start < length) return null;
  const payload = bytes.subarray(start, start + length);
  if (crc32(payload) !== bytes.readUInt32BE(at + 4)) return null;
  const textAt = timeBytes + 1 + payload.readUInt8(timeBytes);
  return {
    receivedAtMs: payload.readDoubleBE(0),
    input: payload.toString("utf8", timeBytes + 1, textAt),
    text: payload.toString("utf8", textAt),
    bytes: headerBytes + length,
  };
}

/** The longest record, for a reader that must get at least one. */
export const recordBytesMax = headerBytes + payloadBytesMax;
