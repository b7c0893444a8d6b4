/**
 * Puts objects together that a relay cut over several datagrams: acars_router cuts at 60,000 bytes,
 * socat pipes at 1,024 or 8,192. Per sender at most one unfinished object is held:
 *
 * - *nothing held*: a datagram whose objects are all complete passes at once. One that breaks off
 *   inside an object gives its complete objects, and the rest is held.
 * - *held*: a datagram is the continuation if the two make sense together. If they don't, a complete
 *   datagram passes at once and the wait goes on; for any other one, what was held is given up and
 *   the datagram stands for itself.
 *
 * Every object offered comes out exactly once: as a value; or as `truncated`, for what was held and
 * given up (its pieces so far are one object's beginning, so they count as one); or with the reason
 * of a continuation whose beginning was never seen, which counts as one of its own.
 */
import { openTailStart, parseBytes, type ParsedObject } from "./split-and-parse.ts";

export interface DatagramReassemblerOptions {
  /** How long after its first piece an object may be completed; acars_router's own figure is 1 s. */
  readonly windowMs?: number;
  readonly bytesPerSenderMax?: number;
  readonly sendersMax?: number;
  /** Each piece costs another look at all before it, so there can't be any number. */
  readonly piecesMax?: number;
}

/** What a sender left unfinished, once there is no hope of the rest. */
interface ExpiredPieces {
  readonly sender: string;
  readonly objects: ParsedObject[];
}

export interface DatagramReassembler {
  /**
   * The objects that this datagram completes, none if all of it is held back. Time never runs
   * backwards between calls.
   */
  accept(sender: string, bytes: Uint8Array, nowMs: number): ParsedObject[];
  /** Gives up what is older than the window; call it about once per window, and at the end with Infinity. */
  expire(nowMs: number): ExpiredPieces[];
  /** Senders with an unfinished object. */
  readonly heldCount: number;
}

interface Held {
  readonly bytes: Buffer;
  readonly sinceMs: number;
  readonly pieces: number;
}

export function createDatagramReassembler(
  options: DatagramReassemblerOptions = {},
): DatagramReassembler {
  const {
    windowMs = 1_000,
    bytesPerSenderMax = 65_536,
    sendersMax = 256,
    piecesMax = 16,
  } = options;
  const heldBySender = new Map<string, Held>();

  function accept(sender: string, bytes: Uint8Array, nowMs: number): ParsedObject[] {
    const held = heldBySender.get(sender);
    const glued = held === undefined ? null : glue(held, bytes, nowMs);
    if (glued !== null) {
      heldBySender.delete(sender);
      return holdTail(sender, glued.reading, glued.sinceMs, glued.pieces);
    }
    const objects = parseBytes(bytes);
    if (objects.every(isRead)) return objects;
    heldBySender.delete(sender);
    const ownObjects = holdTail(sender, readingOf(bytes), nowMs, 1);
    return held === undefined ? ownObjects : [...givenUp(held), ...ownObjects];
  }

  /** What was held and the datagram together, if that makes sense and is still allowed. */
  function glue(held: Held, bytes: Uint8Array, nowMs: number): Glued | null {
    const isTooMuch = held.bytes.length + bytes.length > bytesPerSenderMax;
    if (isTooMuch || held.pieces >= piecesMax || nowMs - held.sinceMs >= windowMs) return null;
    const reading = readingOf(Buffer.concat([held.bytes, bytes]));
    const [first] = reading.complete;
    if (first === undefined) {
      const isUnfinished = reading.tail !== null;
      return isUnfinished ? { reading, sinceMs: held.sinceMs, pieces: held.pieces + 1 } : null;
    }
    return isRead(first) ? { reading, sinceMs: nowMs, pieces: 1 } : null;
  }

  /** Holds the object that the bytes break off in, and returns the ones before it. */
  function holdTail(sender: string, reading: Reading, sinceMs: number, pieces: number) {
    const { complete, tail } = reading;
    if (tail === null) return complete;
    const bytes = Buffer.from(tail);
    const held = { bytes, sinceMs, pieces };
    const isTooMuch = bytes.length > bytesPerSenderMax || heldBySender.size >= sendersMax;
    if (isTooMuch) return [...complete, ...givenUp(held)];
    heldBySender.set(sender, held);
    return complete;
  }

  function expire(nowMs: number): ExpiredPieces[] {
    const expired: ExpiredPieces[] = [];
    for (const [sender, held] of heldBySender) {
      if (nowMs - held.sinceMs < windowMs) continue;
      heldBySender.delete(sender);
      expired.push({ sender, objects: givenUp(held) });
    }
    return expired;
  }

  return {
    accept,
    expire,
    get heldCount() {
      return heldBySender.size;
    },
  };
}

/** The start and the number of the pieces of what is unfinished after gluing. */
interface Glued {
  readonly reading: Reading;
  readonly sinceMs: number;
  readonly pieces: number;
}

interface Reading {
  readonly complete: ParsedObject[];
  /** The object that the bytes break off in. */
  readonly tail: Uint8Array | null;
}

function readingOf(bytes: Uint8Array): Reading {
  const start = openTailStart(asLatin1(bytes));
  const head = start < 0 ? bytes : bytes.subarray(0, start);
  return {
    complete: parseBytes(head),
    tail: start < 0 ? null : bytes.subarray(start),
  };
}

function isRead(object: ParsedObject): boolean {
  return "value" in object;
}

function givenUp(held: Held): ParsedObject[] {
  return parseBytes(held.bytes);
}

/** One character per byte, so that places in the text are places in the bytes. */
function asLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
