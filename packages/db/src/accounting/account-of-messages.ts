import type { LedgerCounts } from "@jetwire/protocol";

/** The account of one producer, or the sum of all. */
export interface MessageAccount {
  readonly producer: string;
  readonly offered: number;
  readonly accepted: number;
  readonly appended: number;
  readonly duplicates: Readonly<Record<string, number>>;
  readonly notAMessage: Readonly<Record<string, number>>;
  readonly rejected: Readonly<Record<string, number>>;
  readonly limited: Readonly<Record<string, number>>;
  readonly kernelDrops: number;
  readonly persisted: number;
  readonly deadLetters: number;
  /** Accepted and not yet in a stream: in the journal. */
  readonly inJournal: number;
  /** Those of them that may be in a stream already: Redis was asked to append them, and has not said that it did. */
  readonly inDoubt: number;
  /** Number of entries in streams that are not stored yet. For one producer it is computed; the sum is measured. */
  readonly inStream: number | null;
  /** Bytes of the journals that are not yet stored in Postgres. */
  readonly journalBytes: number;
  /**
   * Offered messages without a known result; null if a part could not be measured. Positive: lost, because
   * they were offered and are in no place. Negative: in a place, but never counted as offered.
   */
  readonly unaccounted: number | null;
}

export interface ProducerCounts {
  readonly producer: string;
  readonly counts: LedgerCounts;
  readonly stored: number;
  readonly deadLetters: number;
}

/** Returns the account of one producer; the entries of a stream do not name their producer. */
export function accountOf({
  producer,
  counts,
  stored,
  deadLetters,
}: ProducerCounts): MessageAccount {
  const { offered, accepted, appended } = counts;
  const refused = [counts.notAMessage, counts.rejected, counts.limited].map(totalOf);
  return {
    ...counts,
    producer,
    persisted: stored,
    deadLetters,
    inJournal: accepted - appended - totalOf(counts.duplicates),
    inDoubt: Number(counts["inDoubt"] ?? 0),
    inStream: appended - stored - deadLetters,
    unaccounted: offered - accepted - refused.reduce((sum, count) => sum + count, 0),
  };
}

/**
 * Returns the sum and checks it: offered = persisted + duplicates + not a message + rejected +
 * limited + dead letters + in flight. The number in the streams comes from Redis, not from the counters.
 * While messages move, the difference of a single reading says nothing: see `boundsOf`.
 *
 * @param inStream null if Redis could not be read
 */
export function sumOf(
  accounts: readonly MessageAccount[],
  unnamed: { stored: number; deadLetters: number },
  inStream: number | null,
): MessageAccount {
  const duplicates = merge(accounts.map((account) => account.duplicates));
  const notAMessage = merge(accounts.map((account) => account.notAMessage));
  const rejected = merge(accounts.map((account) => account.rejected));
  const limited = merge(accounts.map((account) => account.limited));
  const add = (read: (account: MessageAccount) => number) =>
    accounts.reduce((sum, account) => sum + read(account), 0);
  const offered = add((account) => account.offered);
  const persisted = add((account) => account.persisted) + unnamed.stored;
  const deadLetters = add((account) => account.deadLetters) + unnamed.deadLetters;
  const inJournal = add((account) => account.inJournal);
  const covered =
    persisted +
    deadLetters +
    inJournal +
    [duplicates, notAMessage, rejected, limited]
      .map(totalOf)
      .reduce((sum, count) => sum + count, 0);
  return {
    producer: "all",
    offered,
    accepted: add((account) => account.accepted),
    appended: add((account) => account.appended),
    duplicates,
    notAMessage,
    rejected,
    limited,
    kernelDrops: add((account) => account.kernelDrops),
    persisted,
    deadLetters,
    inJournal,
    inDoubt: add((account) => account.inDoubt),
    inStream,
    journalBytes: add((account) => account.journalBytes),
    unaccounted: inStream === null ? null : offered - covered - inStream,
  };
}

/** Returns the sum of counts by reason. */
export function totalOf(byReason: Readonly<Record<string, number>>): number {
  return Object.values(byReason).reduce((sum, count) => sum + count, 0);
}

function merge(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const merged: Record<string, number> = {};
  for (const byReason of all) {
    for (const [reason, count] of Object.entries(byReason)) {
      merged[reason] = (merged[reason] ?? 0) + count;
    }
  }
  return merged;
}
