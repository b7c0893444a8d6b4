import type { Fragment, Sql } from "../connection/database.ts";

/** Seconds until a row of the outbox is tried again: the first ones, times the factor for each attempt, up to the most. */
export interface BackOff {
  readonly firstSeconds: number;
  readonly factor: number;
  readonly mostSeconds: number;
  /** How much longer or shorter each wait may be, as a part of it, so that what failed together is not repeated together. */
  readonly jitter: number;
}

/** Returns when a row is tried again that is being tried now. */
export function nextAttempt(
  sql: Sql,
  { firstSeconds, factor, mostSeconds, jitter }: BackOff,
): Fragment {
  return sql`now() + interval '1 second' * (1 + ${jitter}::float8 * (2 * random() - 1))
    * least(${mostSeconds}::float8, ${firstSeconds}::float8 * power(${factor}::float8, least(attempts, 10)))`;
}

/** Whether a row is to be sent now or later. */
export function isWaiting(sql: Sql): Fragment {
  return sql`sent_at is null and given_up_at is null`;
}

/** Whether a row has the words of a message that was redacted after they were queued. */
export function saysRedacted(sql: Sql): Fragment {
  return sql`(facts ? 'messageId' and exists (
    select from redactions where message_id::text = facts->>'messageId'
  ))`;
}

/** Deletes rows created before `cutoff`, at most `rowsMax`. @returns how many were deleted */
export async function deleteOld(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from outbox where id in (
      select id from outbox where created_at < ${cutoff} order by created_at limit ${rowsMax}
    )`;
  return count;
}
