import { z } from "zod";

const count = z.int().nonnegative();
const byReason = z.record(z.string(), count);

/**
 * The counts of an ingest producer over its whole life, kept with its journal and copied to Postgres
 * every second. The conservation law is checked on them: every offered object is accepted or counted
 * by a reason. Kernel drops happen before that and are counted separately.
 *
 * Releases read each other's counts after an upgrade and after a rollback: unknown counts are kept, and
 * one that is added later needs a default.
 */
export const LedgerCounts = z
  .object({
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
  })
  .catchall(z.json());
export type LedgerCounts = z.infer<typeof LedgerCounts>;
