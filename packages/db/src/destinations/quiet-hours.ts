import type { QuietHours } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/** Returns the quiet hours of an account; null without any. */
export async function readQuietHours(sql: Sql, accountId: string): Promise<QuietHours | null> {
  const [row] = await sql<QuietHours[]>`
    select zone, ${clock(sql, "from_minute")} as "from", ${clock(sql, "to_minute")} as "to", keeps
    from quiet_hours where account_id = ${accountId}`;
  return row ?? null;
}

/** Sets the quiet hours of an account. @returns false if Postgres does not know the time zone */
export async function setQuietHours(
  sql: Sql,
  accountId: string,
  { zone, from, to, keeps }: QuietHours,
): Promise<boolean> {
  const rows = await sql`
    insert into quiet_hours as q (account_id, zone, from_minute, to_minute, keeps)
    select ${accountId}::uuid, ${zone}::text, ${minuteOf(from)}::integer, ${minuteOf(to)}::integer, ${keeps}::boolean
    where exists (select from pg_timezone_names where name = ${zone})
    on conflict (account_id) do update set zone = excluded.zone, from_minute = excluded.from_minute,
      to_minute = excluded.to_minute, keeps = excluded.keeps
    returning 1`;
  return rows.length > 0;
}

export async function removeQuietHours(sql: Sql, accountId: string): Promise<void> {
  await sql`delete from quiet_hours where account_id = ${accountId}`;
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

function clock(sql: Sql, column: string) {
  return sql`to_char(make_time(${sql(column)} / 60, ${sql(column)} % 60, 0), 'HH24:MI')`;
}
