import type { MessageAccount } from "./account-of-messages.ts";

/** One reading of both sides of the account, in this order: counts and tables, then the streams. */
export interface Reading {
  /** The sum of all producers. */
  readonly sum: MessageAccount;
  /** Entries in the streams that the persister has not acknowledged. */
  readonly inStream: number;
  /** Those of them that were handed out: they may be stored already. */
  readonly pending: number;
  /** The times at which producers copied their counts, Unix ms by Postgres' clock. */
  readonly copiedMs: readonly number[];
  /** Postgres' clock after the streams were read, Unix ms. */
  readonly endMs: number;
}

/**
 * Bounds of the number of lost messages. Positive: offered, and
 * in no place. Negative: in a place, but never counted as offered, because counts were lost with a journal.
 */
export interface Bounds {
  readonly atLeast: number;
  readonly atMost: number;
}

/** Copied counts may be older than their time by this much. */
const copyMarginMs = 250;
/** A producer copies its counts every second; after this time it has stopped, and its counts are final. */
const silentMsMax = 5_000;

/**
 * Bounds the number of lost messages by readings that were made one after another while messages moved.
 * The two sides cannot be read at one moment, so each bound takes the parts of it in the order that makes it
 * safe. For the least, counts of before are compared with what was stored after. For the most, counts of
 * after are compared with what was stored before, and messages whose append is in doubt count as appended. Returns
 * null while there are too few readings.
 */
export function boundsOf(readings: readonly Reading[]): Bounds | null {
  let atLeast = Number.NEGATIVE_INFINITY;
  let atMost = Number.POSITIVE_INFINITY;
  for (const [index, reading] of readings.entries()) {
    const { inStream, pending } = reading;
    const next = readings[index + 1];
    if (next === undefined) break;
    if (isSame(reading, next)) {
      const difference = appended(reading) - stored(reading) - inStream;
      return { atLeast: difference, atMost: difference + pending + next.sum.inDoubt };
    }
    atLeast = Math.max(atLeast, appended(reading) - stored(next) - inStream);
    const later = readings.slice(index + 1).find((one) => isCountedAfter(reading, one));
    if (later === undefined) continue;
    const most = appended(later) + later.sum.inDoubt;
    atMost = Math.min(atMost, most - stored(reading) - (inStream - pending));
  }
  if (!Number.isFinite(atLeast) || !Number.isFinite(atMost)) return null;
  return { atLeast, atMost: Math.max(atLeast, atMost) };
}

/** Returns the difference that is certain: 0 if nothing may be lost. */
export function certainOf({ atLeast, atMost }: Bounds): number {
  if (atLeast > 0) return atLeast;
  return atMost < 0 ? atMost : 0;
}

/** Messages that were offered and are said to be in the streams or stored. */
function appended({ sum }: Reading): number {
  const refused = [sum.duplicates, sum.notAMessage, sum.rejected, sum.limited]
    .flatMap((byReason) => Object.values(byReason))
    .reduce((all, count) => all + count, 0);
  return sum.offered - refused - sum.inJournal;
}

function stored({ sum }: Reading): number {
  return sum.persisted + sum.deadLetters;
}

function isSame(a: Reading, b: Reading): boolean {
  return (
    appended(a) === appended(b) &&
    stored(a) === stored(b) &&
    a.inStream === b.inStream &&
    a.pending === b.pending &&
    isCountedAfter(a, b)
  );
}

/** Whether all counts of `b` were taken after the end of `a`. */
function isCountedAfter(a: Reading, b: Reading): boolean {
  return b.copiedMs.every((ms) => ms > a.endMs + copyMarginMs || b.endMs - ms > silentMsMax);
}
