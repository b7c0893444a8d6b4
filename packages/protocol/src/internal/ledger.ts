import { z } from "zod";

const count = z.int().nonnegative();
const byReason = z.record(z.string(), count);

/**
 * What an ingest producer has counted since it exists, kept with its journal and copied to Postgres
 * every second. The conservation law is checked on it: every offered object is accepted or in one
 * of the reasons; kernel drops happen before anything can be counted and stand beside.
 */
export const LedgerCounts = z.strictObject({
  /** Objects that came to a parser. */
  offered: count,
  /** In the journal: will be stored. */
  accepted: count,
  /** Of those, appended to a stream. */
  appended: count,
  duplicates: byReason,
  /** Understood, by design not stored. */
  notAMessage: byReason,
  rejected: byReason,
  limited: byReason,
  /** Datagrams the kernel dropped for want of buffer. */
  kernelDrops: count,
  /** Bytes in the journal that wait for Postgres. */
  journalBytes: count,
});
export type LedgerCounts = z.infer<typeof LedgerCounts>;
