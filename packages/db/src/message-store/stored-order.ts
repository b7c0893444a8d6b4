import type { Fragment, Sql } from "../connection/database.ts";

/*
 * The order in which messages were stored, as far as it differs from that of their ids. Messages that
 * were stored about when they arrived have no `stored_at`; a query by time of storing combines a
 * range of ids with the few messages that have one.
 */

/** Up to this difference from the time in its id, a message has no `stored_at`. Also the most by which clocks of hosts may differ. */
export const storedWithinMs = 30_000;

/** Returns the value of `stored_at` for a row with this id, in the statement that inserts it. */
export function storedAt(sql: Sql, id: Fragment = sql`id`): Fragment {
  const within = sql`make_interval(secs => ${storedWithinMs / 1_000})`;
  return sql`case when ${timeOfId(sql, id)} between now() - ${within} and now() + ${within}
    then null else now() end`;
}

/** Returns the time in the first 48 bits of a UUIDv7. Postgres before 18 has no function for it. */
export function timeOfId(sql: Sql, id: Fragment = sql`id`): Fragment {
  const hex = sql`translate(left(${id}::text, 13), '-', '')`;
  return sql`to_timestamp(('x' || ${hex})::bit(48)::bigint / 1000.0)`;
}

/** Marks are made this often by all replicas together. */
const markIntervalSeconds = 30;
/** Marks older than this are of no use: a replay that begins there has too many messages. */
const markDaysMax = 60;

/**
 * Notes that everything appended to the stream before a time has been delivered to feed logs. Does
 * nothing if another replica did within the last half minute. Removes marks that are of no use.
 */
export async function addFeedMark(sql: Sql, deliveredUntil: Date): Promise<void> {
  await sql`
    with expired as (
      delete from feed_marks where at < now() - make_interval(days => ${markDaysMax})
    )
    insert into feed_marks (delivered_until)
    select ${deliveredUntil}::timestamptz
    where not exists (
      select from feed_marks where at > now() - make_interval(secs => ${markIntervalSeconds})
    )
    on conflict do nothing`;
}

/**
 * Returns a time, Unix ms, such that a client whose last message was this one has received every own
 * message that was stored before it: the time up to which all had been delivered when the message
 * arrived, less what clocks may differ. Null when that is not known any more.
 */
export async function missedSinceMs(sql: Sql, messageId: string): Promise<number | null> {
  const within = sql`make_interval(secs => ${storedWithinMs / 1_000})`;
  const [row] = await sql<{ since: string | null }[]>`
    with last as (
      select least(
        ${timeOfId(sql, sql`${messageId}::uuid`)},
        (select stored_at from messages where id = ${messageId}::uuid)
      ) - ${within} as arrived
    )
    select (
      select least(at, delivered_until) from feed_marks, last
      where at <= last.arrived order by at desc limit 1
    ) - ${within} as since`;
  return row?.since == null ? null : Date.parse(row.since);
}
