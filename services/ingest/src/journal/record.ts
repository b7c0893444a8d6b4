import { crc32 } from "node:zlib";

/**
 * The journal's records, back to back in a segment file:
 *
 *   4 bytes payload length · 4 bytes CRC-32 of the payload · payload
 *   payload of an entry:    1 · 6 bytes seq · 8 bytes received at (Unix ms, double)
 *                           · 4 bytes station id · 16 bytes message id · the decoder's object
 *   payload of an outcome:  2 · JSON
 *
 * All numbers big-endian. A record whose length or checksum is wrong ends the segment: what comes
 * after a torn write was never acknowledged.
 */

/** A message that ingest has accepted, in the decoder's own bytes: parsing is repeatable. */
export interface JournalEntry {
  readonly seq: number;
  readonly receivedAtMs: number;
  readonly stationId: number;
  readonly id: string;
  readonly raw: string;
}

/** What had become of entries when the record was written, and all counts until then. */
export interface JournalOutcome {
  /** Every entry up to this number is appended or dropped. */
  readonly settledSeq: number;
  /** Entries since the last such record that linking dropped: a replay passes them over. */
  readonly dropped: readonly number[];
  readonly counts: unknown;
}

export type JournalRecord =
  | { readonly kind: "entry"; readonly entry: JournalEntry }
  | { readonly kind: "outcome"; readonly outcome: JournalOutcome };

const headerBytes = 8;
const entryBytes = 1 + 6 + 8 + 4 + 16;
const payloadBytesMax = 1 << 20;
const entryKind = 1;
const outcomeKind = 2;
/** Dropped numbers in one outcome record, so that it stays readable however many there are. */
const droppedMax = 50_000;

/** @throws RangeError when the object is longer than a record may be. */
export function encodeEntry(entry: JournalEntry): Buffer {
  const rawBytes = Buffer.byteLength(entry.raw);
  if (entryBytes + rawBytes > payloadBytesMax) {
    throw new RangeError(`an object of ${rawBytes} bytes is too long for the journal`);
  }
  const record = Buffer.allocUnsafe(headerBytes + entryBytes + rawBytes);
  let at = headerBytes;
  at = record.writeUInt8(entryKind, at);
  at = record.writeUIntBE(entry.seq, at, 6);
  at = record.writeDoubleBE(entry.receivedAtMs, at);
  at = record.writeUInt32BE(entry.stationId, at);
  at += record.write(entry.id.replaceAll("-", ""), at, "hex");
  record.write(entry.raw, at);
  return seal(record);
}

/** An outcome in as many records as its dropped numbers need; the last one says the same as the first. */
export function encodeOutcome({ dropped, ...rest }: JournalOutcome): Buffer[] {
  const records: Buffer[] = [];
  for (let from = 0; from === 0 || from < dropped.length; from += droppedMax) {
    records.push(encodeOne({ ...rest, dropped: dropped.slice(from, from + droppedMax) }));
  }
  return records;
}

function encodeOne(outcome: JournalOutcome): Buffer {
  const json = JSON.stringify(outcome);
  const record = Buffer.allocUnsafe(headerBytes + 1 + Buffer.byteLength(json));
  record.writeUInt8(outcomeKind, headerBytes);
  record.write(json, headerBytes + 1);
  return seal(record);
}

function seal(record: Buffer): Buffer {
  record.writeUInt32BE(record.length - headerBytes, 0);
  record.writeUInt32BE(crc32(record.subarray(headerBytes)), 4);
  return record;
}

/** A record and the bytes it took; `incomplete` when more bytes are needed; `broken` at a torn or spoilt one. */
export type Decoded =
  | { readonly record: JournalRecord; readonly bytes: number }
  | "incomplete"
  | "broken";

/** Reads the record that starts at `at`. */
export function decodeRecord(bytes: Buffer, at: number): Decoded {
  if (bytes.length - at < headerBytes) return "incomplete";
  const length = bytes.readUInt32BE(at);
  if (length < 1 || length > payloadBytesMax) return "broken";
  const start = at + headerBytes;
  if (bytes.length - start < length) return "incomplete";
  const payload = bytes.subarray(start, start + length);
  if (crc32(payload) !== bytes.readUInt32BE(at + 4)) return "broken";
  const record = decodePayload(payload);
  return record === null ? "broken" : { record, bytes: headerBytes + length };
}

function decodePayload(payload: Buffer): JournalRecord | null {
  if (payload[0] === outcomeKind) {
    const outcome = JSON.parse(payload.toString("utf8", 1)) as JournalOutcome;
    return { kind: "outcome", outcome };
  }
  if (payload[0] !== entryKind || payload.length < entryBytes) return null;
  return {
    kind: "entry",
    entry: {
      seq: payload.readUIntBE(1, 6),
      receivedAtMs: payload.readDoubleBE(7),
      stationId: payload.readUInt32BE(15),
      id: uuidText(payload.toString("hex", 19, 35)),
      raw: payload.toString("utf8", 35),
    },
  };
}

function uuidText(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
