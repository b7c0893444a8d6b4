import { LedgerCounts } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/** A producer's counts, and the number of their last write. */
export interface WrittenLedger {
  readonly counts: LedgerCounts;
  readonly generation: number;
}

/**
 * Copies a producer's counts to where they can be added up.
 *
 * @param generation a number greater than that of every earlier write
 */
export async function writeLedger(
  sql: Sql,
  producer: string,
  { counts, generation }: WrittenLedger,
): Promise<void> {
  await sql`
    insert into ledgers (producer, counts, generation)
    values (${producer}, ${sql.json({ ...counts })}, ${generation})
    on conflict (producer) do update set
      counts = excluded.counts, generation = excluded.generation, updated_at = now()`;
}

/** Reads what was written last, or null for nothing. */
export async function readLedger(sql: Sql, producer: string): Promise<WrittenLedger | null> {
  const [row] = await sql<{ counts: unknown; generation: number }[]>`
    select counts, generation from ledgers where producer = ${producer}`;
  return row ? { counts: LedgerCounts.parse(row.counts), generation: row.generation } : null;
}

/**
 * Reads the server's timeline, a number that grows when a standby is promoted or a backup is restored;
 * null if the role may not read it.
 */
export async function readTimeline(sql: Sql): Promise<number | null> {
  try {
    const [row] = await sql<{ timeline: number }[]>`
      select timeline_id as timeline from pg_control_checkpoint()`;
    return row?.timeline ?? null;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === insufficientPrivilege)
      return null;
    throw error;
  }
}

const insufficientPrivilege = "42501";
