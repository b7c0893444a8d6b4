import type { Sql } from "./database.ts";

/** An entry of the stream that could not be stored. */
export interface EntryToPark {
  readonly partition: number;
  readonly entryId: string;
  /** `<producer>:<epoch>` and number, where they could be read. */
  readonly producer: string | null;
  readonly seq: number | null;
  readonly reason: string;
  readonly detail: string;
  readonly fields: readonly string[];
}

/**
 * Puts entries away with their reason and raises their producers' watermarks past them, so that the
 * journal doesn't wait for what will never be stored. Parking again changes nothing.
 */
export async function parkEntries(sql: Sql, entries: readonly EntryToPark[]): Promise<void> {
  for (const entry of entries) {
    await sql`
      with parked as (
        insert into parked_entries (partition, entry_id, producer, seq, reason, detail, fields)
        values (${entry.partition}, ${entry.entryId}, ${entry.producer}, ${entry.seq},
          ${entry.reason}, ${withoutNul(entry.detail)}, ${sql.json(entry.fields.map(withoutNul))})
        on conflict do nothing
      )
      insert into watermarks (producer, partition, seq)
      select ${entry.producer}::text, ${entry.partition}::integer, ${entry.seq}::bigint
      where ${entry.producer}::text is not null and ${entry.seq}::bigint is not null
      on conflict (producer, partition) do update set
        seq = greatest(watermarks.seq, excluded.seq), updated_at = now()`;
  }
}

/** Postgres holds no U+0000, and its jsonb no half a surrogate pair. */
function withoutNul(text: string): string {
  return text.replaceAll("\0", "\u2400").toWellFormed();
}
