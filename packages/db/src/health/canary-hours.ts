import type { StatusDay } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/** How many canary messages were sent in an hour, and how many of them arrived in time. */
export interface CanaryHour {
  /** The beginning of the hour. */
  readonly hour: string;
  readonly sent: number;
  readonly arrived: number;
}

/** Adds counts to those of their hours. */
export async function addHours(sql: Sql, hours: readonly CanaryHour[]): Promise<void> {
  await sql`
    insert into canary_hours as c (hour, sent, arrived)
    select h.hour, h.sent, h.arrived
    from jsonb_to_recordset(${sql.json(hours as never)}) as h (hour timestamptz, sent integer, arrived integer)
    on conflict (hour) do update set sent = c.sent + excluded.sent, arrived = c.arrived + excluded.arrived`;
}

/** Returns the days of UTC that have canary messages, oldest first, up to so many with today. */
export async function listDays(sql: Sql, days: number): Promise<StatusDay[]> {
  return await sql<StatusDay[]>`
    select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, sum(sent)::integer as sent, sum(arrived)::integer as arrived
    from canary_hours
    where hour >= date_trunc('day', now(), 'UTC') - ${days - 1} * interval '1 day'
    group by 1 order by 1`;
}

/** Deletes hours before `cutoff`, at most `rowsMax`. @returns how many were deleted */
export async function deleteHours(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from canary_hours where hour in (
      select hour from canary_hours where hour < ${cutoff} limit ${rowsMax}
    )`;
  return count;
}
