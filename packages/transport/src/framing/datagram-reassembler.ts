/**
 * Reassembles objects that a relay has split over several datagrams: acars_router splits at 60,000
 * bytes, socat pipes at 1,024 or 8,192. At most one unfinished object per sender is pending:
 *
 * - *nothing pending*: a datagram whose objects are all complete passes at once. If a datagram ends
 *   inside an object, its complete objects pass, and the rest is pending.
 * - *pending*: a datagram is the continuation if both together can be parsed. If not, a complete
 *   datagram passes at once and the pending object keeps waiting; any other datagram ends the wait
 *   and is read on its own.
 *
 * Every offered object is returned exactly once: with its value; as `truncated`, if the wait for its
 * rest ended (its pieces are the beginning of one object and count as one); or, for a continuation
 * whose beginning was never received, with the reason why it cannot be parsed.
 */
import { openTailStart, parseBytes, type ParsedObject } from "./split-and-parse.ts";

export interface DatagramReassemblerOptions {
  /** The time within which an object may be completed; acars_router uses 1 s as well. */
  readonly windowMs?: number;
  readonly bytesPerSenderMax?: number;
  readonly sendersMax?: number;
  /** Limits the pieces of an object, because each is parsed together with all before it. */
  readonly piecesMax?: number;
}

/** The unfinished object of a sender, after the wait for its rest has ended. */
interface ExpiredPieces {
  readonly sender: string;
  readonly objects: ParsedObject[];
}

export type DatagramReassembler = ReturnType<typeof createDatagramReassembler>;

interface Pending {
  readonly bytes: Buffer;
  readonly sinceMs: number;
  readonly pieces: number;
}

export function createDatagramReassembler(options: DatagramReassemblerOptions = {}) {
  const {
    windowMs = 1_000,
    bytesPerSenderMax = 65_536,
    sendersMax = 256,
    piecesMax = 16,
  } = options;
  const pendingBySender = new Map<string, Pending>();

  /** Joins the pending bytes and a datagram, if they can be parsed together and are within limits. */
  function join(pending: Pending, bytes: Uint8Array, nowMs: number): Joined | null {
    const isTooMuch = pending.bytes.length + bytes.length > bytesPerSenderMax;
    const isTooLate = nowMs - pending.sinceMs >= windowMs;
    if (isTooMuch || isTooLate || pending.pieces >= piecesMax) return null;
    const reading = read(Buffer.concat([pending.bytes, bytes]));
    const [first] = reading.complete;
    if (first === undefined) {
      const { sinceMs, pieces } = pending;
      return reading.tail === null ? null : { reading, sinceMs, pieces: pieces + 1 };
    }
    return isParsed(first) ? { reading, sinceMs: nowMs, pieces: 1 } : null;
  }

  /** Keeps the object in which the bytes end, and returns the ones before it. */
  function keepTail(sender: string, { reading, sinceMs, pieces }: Joined): ParsedObject[] {
    const { complete, tail } = reading;
    if (tail === null) return complete;
    const pending = { bytes: Buffer.from(tail), sinceMs, pieces };
    const isTooMuch = tail.length > bytesPerSenderMax || pendingBySender.size >= sendersMax;
    if (isTooMuch) return [...complete, ...parseBytes(pending.bytes)];
    pendingBySender.set(sender, pending);
    return complete;
  }

  return {
    /** Whether a sender has an unfinished object. */
    get isPending(): boolean {
      return pendingBySender.size > 0;
    },
    /**
     * Returns the objects that this datagram completes, none if all of it is pending.
     *
     * @param nowMs monotonic
     */
    accept(sender: string, bytes: Uint8Array, nowMs: number): ParsedObject[] {
      const pending = pendingBySender.get(sender);
      const joined = pending === undefined ? null : join(pending, bytes, nowMs);
      if (joined !== null) {
        pendingBySender.delete(sender);
        return keepTail(sender, joined);
      }
      const objects = parseBytes(bytes);
      if (objects.every(isParsed)) return objects;
      pendingBySender.delete(sender);
      const own = keepTail(sender, { reading: read(bytes), sinceMs: nowMs, pieces: 1 });
      return pending === undefined ? own : [...parseBytes(pending.bytes), ...own];
    },

    /** Ends the waits older than the window. Call it about once per window, and at the end with Infinity. */
    expire(nowMs: number): ExpiredPieces[] {
      const expired: ExpiredPieces[] = [];
      for (const [sender, { bytes, sinceMs }] of pendingBySender) {
        if (nowMs - sinceMs < windowMs) continue;
        pendingBySender.delete(sender);
        expired.push({ sender, objects: parseBytes(bytes) });
      }
      return expired;
    },

    /** The number of senders with an unfinished object. */
    get pendingCount(): number {
      return pendingBySender.size;
    },
  };
}

/** The objects in bytes, with the start and the number of pieces of the object that they end in. */
interface Joined {
  readonly reading: Reading;
  readonly sinceMs: number;
  readonly pieces: number;
}

interface Reading {
  readonly complete: ParsedObject[];
  /** The object in which the bytes end. */
  readonly tail: Uint8Array | null;
}

function read(bytes: Uint8Array): Reading {
  const start = openTailStart(asLatin1(bytes));
  if (start < 0) return { complete: parseBytes(bytes), tail: null };
  return { complete: parseBytes(bytes.subarray(0, start)), tail: bytes.subarray(start) };
}

function isParsed(object: ParsedObject): boolean {
  return "value" in object;
}

/** Decodes one character per byte, so that indexes of characters are indexes of bytes. */
function asLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
