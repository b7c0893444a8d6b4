import { pause } from "@jetwire/runtime";
import type { Database } from "../connection/database.ts";
import { type MessageAccount, accountOf, sumOf } from "./account-of-messages.ts";
import { readClock, readLedgers } from "./accounting.ts";
import { type Bounds, boundsOf, certainOf, type Reading } from "./bounds.ts";

/** The account of all messages that were offered. */
export interface MeasuredAccounting {
  readonly producers: readonly MessageAccount[];
  /** The last reading; its `unaccounted` is the difference that is certain. */
  readonly sum: MessageAccount;
  /** Null if Redis could not be read, counts are impossible, or too few readings could be compared. */
  readonly bounds: Bounds | null;
  /** The producers whose counts cannot be true. Nothing can be said about the sum then. */
  readonly impossible: readonly string[];
}

const queryMsMax = 10_000;
/** Counts are copied every second, so several reads are needed while messages move. */
const readsMax = 7;
const betweenReadsMs = 1_200;

/**
 * Compares what was offered with what became of it. The two sides cannot be read at one moment, so it reads
 * them several times and returns what is certain (see `boundsOf`), with the last reading. It ends as soon as
 * the difference is known exactly.
 *
 * @param waiting counts the entries of the streams that the persister has not acknowledged; null if Redis
 *   cannot be read
 */
export async function measure(
  database: Pick<Database, "withQueryDeadline">,
  waiting: () => Promise<Pick<Reading, "inStream" | "pending"> | null>,
): Promise<MeasuredAccounting> {
  const readings: Reading[] = [];
  for (let read = 0; ; read++) {
    if (read > 0) await pause(betweenReadsMs);
    const { ledgers, unnamed, impossible } = await database.withQueryDeadline(
      readLedgers,
      queryMsMax,
    );
    const producers = ledgers.map(accountOf);
    const inStreams = await waiting();
    const sum = sumOf(producers, unnamed, inStreams?.inStream ?? null);
    if (inStreams === null || impossible.length > 0) {
      return { producers, sum: { ...sum, unaccounted: null }, bounds: null, impossible };
    }
    const endMs = await database.withQueryDeadline(readClock, queryMsMax);
    const copiedMs = ledgers.map(({ updatedAt }) => Date.parse(updatedAt));
    readings.push({ sum, ...inStreams, copiedMs, endMs });
    const bounds = boundsOf(readings);
    if (read + 1 < readsMax && bounds?.atLeast !== bounds?.atMost) continue;
    if (bounds === null && read + 1 < readsMax) continue;
    const unaccounted = bounds === null ? null : certainOf(bounds);
    return { producers, sum: { ...sum, unaccounted }, bounds, impossible };
  }
}

/** Counts the entries that the persister has not acknowledged; all of them if it has never run. */
export function notStored(
  streams: readonly {
    readonly length: number;
    readonly groups: readonly {
      readonly group: string;
      readonly pending: number;
      readonly lag: number | null;
    }[];
  }[],
): Pick<Reading, "inStream" | "pending"> {
  let [inStream, pending] = [0, 0];
  for (const { length, groups } of streams) {
    const persister = groups.find(({ group }) => group === "persister");
    pending += persister?.pending ?? 0;
    inStream += (persister?.lag ?? length) + (persister?.pending ?? 0);
  }
  return { inStream, pending };
}
