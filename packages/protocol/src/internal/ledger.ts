import { z } from "zod";

const count = z.int().nonnegative();
const byReason = z.record(z.string(), count);

/**
 * The counts of an ingest producer over its whole life, kept with its journal and copied to Postgres
 * every second. The conservation law is checked on them: every offered object is accepted or counted
 * by a reason. Kernel drops happen before that and are counted separately.
 */
export const LedgerCounts = z.strictObject({
  /** Objects that a parser received. */
  offered: count,
  /** Objects in the journal, which will be stored. */
  accepted: count,
  /** Accepted objects that were appended to a stream. */
  appended: count,
  duplicates: byReason,
  /** Objects that are recognized and not stored by design. */
  notAMessage: byReason,
  rejected: byReason,
  limited: byReason,
  /** Datagrams that the kernel dropped because its buffer was full. */
  kernelDrops: count,
  /** Bytes in the journal that are not in Postgres yet. */
  journalBytes: count,
});
export type LedgerCounts = z.infer<typeof LedgerCounts>;
