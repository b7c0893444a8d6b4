import type { LedgerCounts } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/** Copies a producer's counts to where they can be added up. */
export async function writeLedger(sql: Sql, producer: string, counts: LedgerCounts): Promise<void> {
  await sql`
    insert into ledgers (producer, counts) values (${producer}, ${sql.json({ ...counts })})
    on conflict (producer) do update set counts = excluded.counts, updated_at = now()`;
}
