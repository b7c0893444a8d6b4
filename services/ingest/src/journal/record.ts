import { crc32 } from "node:zlib";

/**
 * The records of the journal, one after another in a segment file:
 *
 *   4 bytes payload length · 4 bytes CRC-32 of the payload · payload
 *   payload of an entry:    1, 3 or 4 (authenticated: null, false, true), or 5, 6 or 7 if a relay has received it · 6 bytes seq · 8 bytes accepted at (Unix ms, double)
 *                           · 4 bytes station id · 16 bytes message id · of a relay: 8 bytes received at (Unix ms, double)
 *                           · the decoder's object
 *   payload of progress:    2 · JSON
 *
 * All numbers are big-endian. A damaged record is skipped: the next one is found by its header and
 * checksum. No object can look like a record, because JSON texts contain no U+0000, which each header
 * begins with.
 */

/** A message that ingest accepted. `raw` is the decoder's object as sent, so it can be parsed again. */
export interface JournalEntry {
  readonly seq: number;
  readonly acceptedAtMs: number;
  /** The time at which a relay received it, Unix ms; missing if it came without one. */
  readonly relayedAtMs?: number | undefined;
  readonly stationId: number;
  readonly id: string;
  /** Whether a station key proved the message; null if its station has no key. */
  readonly authenticated: boolean | null;
  readonly raw: string;
}

/** The progress of dispatching and all counts at the time when the record was written. */
export interface JournalProgress {
  /** Every entry up to this number is appended or dropped. */
  readonly dispatchedSeq: number;
  /** Entries that linking has dropped since the previous progress record; a replay skips them. */
  readonly dropped: readonly number[];
  readonly counts: unknown;
}

/** Progress as written; its first member keeps the name that journals on disk have. */
interface ProgressJson extends Omit<JournalProgress, "dispatchedSeq"> {
  readonly settledSeq: number;
}

export type JournalRecord =
  | { readonly kind: "entry"; readonly entry: JournalEntry }
  | { readonly kind: "progress"; readonly progress: JournalProgress };

const headerBytes = 8;
const entryBytes = 1 + 6 + 8 + 4 + 16;
const relayedBytes = 8;
const payloadBytesMax = 1 << 20;
const progressKind = 2;
/** The kinds of entries, by `authenticated`. */
const entryKinds = { null: 1, false: 3, true: 4 } as const;
/** Added to the kind of an entry that a relay has received. */
const relayedKinds = 4;
const authenticatedByKind = new Map<number, boolean | null>([
  [entryKinds.null, null],
  [entryKinds.false, false],
  [entryKinds.true, true],
  [entryKinds.null + relayedKinds, null],
  [entryKinds.false + relayedKinds, false],
  [entryKinds.true + relayedKinds, true],
]);
/** Limits the dropped numbers in one progress record, which keeps it below the record limit. */
const droppedMax = 50_000;

/** Encodes an entry. @throws RangeError if the object is longer than a record may be. */
export function encodeEntry(entry: JournalEntry): Buffer {
  const { relayedAtMs } = entry;
  const rawBytes = Buffer.byteLength(entry.raw);
  const beforeRaw = entryBytes + (relayedAtMs === undefined ? 0 : relayedBytes);
  if (beforeRaw + rawBytes > payloadBytesMax) {
    throw new RangeError(`an object of ${rawBytes} bytes is too long for the journal`);
  }
  const record = Buffer.allocUnsafe(headerBytes + beforeRaw + rawBytes);
  const kind = entryKinds[`${entry.authenticated}`];
  let at = headerBytes;
  at = record.writeUInt8(relayedAtMs === undefined ? kind : kind + relayedKinds, at);
  at = record.writeUIntBE(entry.seq, at, 6);
  at = record.writeDoubleBE(entry.acceptedAtMs, at);
  at = record.writeUInt32BE(entry.stationId, at);
  at += record.write(entry.id.replaceAll("-", ""), at, "hex");
  if (relayedAtMs !== undefined) at = record.writeDoubleBE(relayedAtMs, at);
  record.write(entry.raw, at);
  return seal(record);
}

/** Encodes progress in as many records as its dropped numbers need; the other members are repeated. */
export function encodeProgress({ dropped, ...rest }: JournalProgress): Buffer[] {
  const records: Buffer[] = [];
  for (let from = 0; from === 0 || from < dropped.length; from += droppedMax) {
    records.push(encodeOne({ ...rest, dropped: dropped.slice(from, from + droppedMax) }));
  }
  return records;
}

function encodeOne({ dispatchedSeq, dropped, counts }: JournalProgress): Buffer {
  const json = JSON.stringify({
    settledSeq: dispatchedSeq,
    dropped,
    counts,
  } satisfies ProgressJson);
  const record = Buffer.allocUnsafe(headerBytes + 1 + Buffer.byteLength(json));
  record.writeUInt8(progressKind, headerBytes);
  record.write(json, headerBytes + 1);
  return seal(record);
}

function seal(record: Buffer): Buffer {
  record.writeUInt32BE(record.length - headerBytes, 0);
  record.writeUInt32BE(crc32(record.subarray(headerBytes)), 4);
  return record;
}

/** A record and its length; `incomplete` if more bytes are needed, `broken` if it is torn or corrupt. */
export type DecodedRecord =
  | { readonly record: JournalRecord; readonly bytes: number }
  | "incomplete"
  | "broken";

/**
 * Returns the position from `at` on where the next record may begin, judged by a few of its bytes, or
 * the position of the first byte that has too few after it to judge.
 */
export function findCandidate(bytes: Buffer, at: number): number {
  for (let found = at; ; found++) {
    found = bytes.indexOf(0, found);
    if (found < 0) return bytes.length;
    if (bytes.length - found < headerBytes + entryBytes || isCandidate(bytes, found)) return found;
  }
}

/** Returns how many bytes had to be read to find that no record begins at `at`. */
export function triedBytes(bytes: Buffer, at: number): number {
  const length = bytes.readUInt32BE(at);
  return headerBytes + (length > payloadBytesMax ? 0 : length);
}

function isCandidate(bytes: Buffer, at: number): boolean {
  const length = bytes.readUInt32BE(at);
  const payload = at + headerBytes;
  if (length < 1 || length > payloadBytesMax) return false;
  if (bytes[payload] === progressKind) return bytes[payload + 1] === 0x7b; // {
  const isUuid7 = (bytes[payload + 25] ?? 0) >> 4 === 7;
  return authenticatedByKind.has(bytes[payload] ?? 0) && length >= entryBytes && isUuid7;
}

/** Reads the record that starts at `at`. */
export function decodeRecord(bytes: Buffer, at: number): DecodedRecord {
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
  if (payload[0] === progressKind) {
    const { settledSeq, dropped, counts } = JSON.parse(payload.toString("utf8", 1)) as ProgressJson;
    return { kind: "progress", progress: { dispatchedSeq: settledSeq, dropped, counts } };
  }
  const kind = payload[0] ?? 0;
  const authenticated = authenticatedByKind.get(kind);
  const isRelayed = kind > relayedKinds;
  const beforeRaw = entryBytes + (isRelayed ? relayedBytes : 0);
  if (authenticated === undefined || payload.length < beforeRaw) return null;
  return {
    kind: "entry",
    entry: {
      seq: payload.readUIntBE(1, 6),
      acceptedAtMs: payload.readDoubleBE(7),
      stationId: payload.readUInt32BE(15),
      id: uuidText(payload.toString("hex", 19, 35)),
      authenticated,
      raw: payload.toString("utf8", beforeRaw),
      ...(isRelayed && { relayedAtMs: payload.readDoubleBE(entryBytes) }),
    },
  };
}

function uuidText(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
