import { type Actor, recordAction } from "../audit/record-action.ts";
import type { Fragment, Sql } from "../connection/database.ts";
import { keyset, type Page } from "../query/keyset.ts";

/** An entry of the stream that cannot be stored. */
export interface DeadLetter {
  readonly partition: number;
  readonly entryId: string;
  /** `<producer>:<epoch>` and sequence number; null if the entry has none that can be read. */
  readonly producer: string | null;
  readonly seq: number | null;
  readonly reason: string;
  readonly detail: string;
  /** The fields of the entry: names and values in turn. */
  readonly fields: readonly string[];
  /** Those of its details. */
  readonly details: readonly string[];
}

/** A dead letter as lists show it. */
export interface StoredDeadLetterSummary extends Omit<DeadLetter, "fields" | "details"> {
  readonly id: number;
  readonly addedAt: string;
  /** How often it was put back into the stream before. */
  readonly retries: number;
  /** Whether it waits to be put back. */
  readonly isRetried: boolean;
  /** Whether a retry found that its fields are no entry. */
  readonly unreadable: boolean;
}

export interface StoredDeadLetter extends StoredDeadLetterSummary, Pick<DeadLetter, "fields"> {
  /** Null in rows of releases that did not store the details apart. */
  readonly details: readonly string[] | null;
}

/** Selects dead letters by number, or all of them with these properties. */
export interface DeadLetterSelection {
  readonly ids?: readonly number[] | undefined;
  readonly reason?: string | undefined;
  /** Only those with a lower number. */
  readonly before?: number | undefined;
}

const detailLengthMax = 2_000;
const sampleMax = 1_000;
/** The most rows that one statement drops. */
export const droppedMax = 1_000;

/**
 * Stores dead letters and raises their producers' watermarks past them, so that the journal does not
 * wait for entries that will never be stored. Adding one again has no effect.
 */
export async function add(sql: Sql, letters: readonly DeadLetter[]): Promise<void> {
  for (const letter of letters) {
    await sql`
      with added as (
        insert into dead_letters (partition, entry_id, producer, seq, reason, detail, fields, details)
        values (${letter.partition}, ${letter.entryId}, ${letter.producer}, ${letter.seq},
          ${letter.reason}, ${withoutNul(letter.detail).slice(0, detailLengthMax)},
          ${sql.json(letter.fields.map(withoutNul))}, ${sql.json(letter.details.map(withoutNul))})
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
export async function count(
  sql: Sql,
): Promise<{ reason: string; count: number; example: string }[]> {
  return await sql<{ reason: string; count: number; example: string }[]>`
    select reason, count(*) as count, min(left(detail, 200)) as example
    from dead_letters where dropped_at is null group by reason order by count(*) desc, reason`;
}

/** Counts dead letters that were not dropped, up to a thousand, and reads when the oldest of them was added. */
export async function sample(
  sql: Sql,
): Promise<{ count: number; isMore: boolean; since: string | null }> {
  const rows = await sql<{ addedAt: string }[]>`
    select added_at from dead_letters where dropped_at is null
    order by id limit ${sampleMax + 1}`;
  const shown = Math.min(rows.length, sampleMax);
  return { count: shown, isMore: rows.length > shown, since: rows[0]?.addedAt ?? null };
}

/** Lists dead letters that were not dropped, newest first. */
export async function list(
  sql: Sql,
  { reason, ...page }: Page<number> & { readonly reason?: string | undefined },
): Promise<StoredDeadLetterSummary[]> {
  const { within, ordered, inOrder } = keyset(sql, page, ["id"]);
  const rows = await sql<StoredDeadLetterSummary[]>`
    select ${listed(sql)} from dead_letters
    where ${selected(sql, { reason })} and ${within} ${ordered}`;
  return inOrder(rows);
}

/** Reads dead letters with their content, oldest first: `limit` of those with a number above `after`. */
export async function readAll(
  sql: Sql,
  selection: DeadLetterSelection,
  { limit, after = 0 }: { limit: number; after?: number },
): Promise<StoredDeadLetter[]> {
  return await sql<StoredDeadLetter[]>`
    select ${listed(sql)}, fields, details from dead_letters
    where ${selected(sql, selection)} and id > ${after} order by id limit ${limit}`;
}

/** Removes a dead letter that was put back into the stream. Returns false if it is not there. */
export async function removeDeadLetter(sql: Sql, id: number, actor: Actor): Promise<boolean> {
  const recorded = recordAction(
    sql,
    { actor, action: "dead-letter.retry", object: { kind: "dead-letter", id } },
    sql`from done`,
  );
  const rows = await sql`
    with done as (
      delete from dead_letters where id = ${id} and dropped_at is null returning id, producer, seq
    ), counted as (
      insert into dead_letter_retries (producer, seq, retries)
      select producer, seq, 1 from done where producer is not null and seq is not null
      on conflict (producer, seq) do update
        set retries = dead_letter_retries.retries + 1, retried_at = now()
    ), recorded as (${recorded})
    select id from done`;
  return rows.length > 0;
}

/**
 * Drops dead letters for good: their content is deleted, their rows stay to be counted.
 *
 * @returns how many were dropped, at most `droppedMax`
 */
export async function drop(
  sql: Sql,
  selection: DeadLetterSelection,
  actor: Actor,
): Promise<number> {
  const range = sql`concat(min(done.id), '-', max(done.id))`;
  const { reason } = selection;
  const recorded = recordAction(
    sql,
    {
      actor,
      action: "dead-letter.drop",
      object: { kind: "dead-letter", id: range },
      details: { letterReason: reason },
    },
    sql`from done having count(*) > 0`,
  );
  const rows = await sql`
    with chosen as (
      select id from dead_letters where ${selected(sql, selection)} order by id limit ${droppedMax}
    ), done as (
      update dead_letters set dropped_at = now(), fields = '[]', details = null
      where id in (select id from chosen) and dropped_at is null returning id
    ), recorded as (${recorded})
    select id from done`;
  return rows.length;
}

function listed(sql: Sql): Fragment {
  return sql`id, added_at, partition, entry_id, producer, seq, reason, detail,
    unreadable, ${isWaiting(sql)} as is_retried, coalesce((
      select r.retries from dead_letter_retries r
      where r.producer = dead_letters.producer and r.seq = dead_letters.seq
    ), 0) as retries`;
}

/** Returns the condition that somebody has asked for a retry that is still to come. */
export function isWaiting(sql: Sql): Fragment {
  return sql`(retry_by is not null or retry_operator is not null)`;
}

/** Returns the condition that selects dead letters that were not dropped. */
export function selected(sql: Sql, { ids, reason, before }: DeadLetterSelection): Fragment {
  return sql`dropped_at is null
    ${ids === undefined ? sql`` : sql`and id = any(${[...ids]}::bigint[])`}
    ${reason === undefined ? sql`` : sql`and reason = ${reason}`}
    ${before === undefined ? sql`` : sql`and id < ${before}`}`;
}

/** Postgres cannot store U+0000, nor jsonb an unpaired surrogate. */
function withoutNul(text: string): string {
  return text.replaceAll("\0", "\u2400").toWellFormed();
}
