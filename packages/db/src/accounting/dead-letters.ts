import type { Sql } from "../connection/database.ts";

/** An entry of the stream that cannot be stored. */
export interface DeadLetter {
  readonly partition: number;
  readonly entryId: string;
  /** `<producer>:<epoch>` and sequence number; null if the entry has none that can be read. */
  readonly producer: string | null;
  readonly seq: number | null;
  readonly reason: string;
  readonly detail: string;
  readonly fields: readonly string[];
}

/**
 * Stores dead letters and raises their producers' watermarks past them, so that the journal does not
 * wait for entries that will never be stored. Adding one again has no effect.
 */
export async function addDeadLetters(sql: Sql, letters: readonly DeadLetter[]): Promise<void> {
  for (const letter of letters) {
    await sql`
      with added as (
        insert into dead_letters (partition, entry_id, producer, seq, reason, detail, fields)
        values (${letter.partition}, ${letter.entryId}, ${letter.producer}, ${letter.seq},
          ${letter.reason}, ${withoutNul(letter.detail)}, ${sql.json(letter.fields.map(withoutNul))})
        on conflict do nothing
      )
      insert into watermarks (producer, partition, seq)
      select ${letter.producer}::text, ${letter.partition}::integer, ${letter.seq}::bigint
      where ${letter.producer}::text is not null and ${letter.seq}::bigint is not null
      on conflict (producer, partition) do update set
        seq = greatest(watermarks.seq, excluded.seq), updated_at = now()`;
  }
}

/** Counts dead letters by reason, the most frequent first, with one example of each. */
export async function countDeadLetters(
  sql: Sql,
): Promise<{ reason: string; count: number; example: string }[]> {
  return await sql<{ reason: string; count: number; example: string }[]>`
    select reason, count(*) as count, min(left(detail, 200)) as example
    from dead_letters group by reason order by count(*) desc, reason`;
}

/** Postgres cannot store U+0000, nor jsonb an unpaired surrogate. */
function withoutNul(text: string): string {
  return text.replaceAll("\0", "\u2400").toWellFormed();
}
