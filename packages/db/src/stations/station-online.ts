import type { Sql } from "../connection/database.ts";

/**
 * Whether a row of `stations` feeds now. What its owner was told holds (`station_states`, kept by
 * each station's own rhythm and steady), while who keeps it hears stations and is there: that is
 * noted every minute. A station that has none, or whose state isn't kept any more, is online while
 * it was heard within a quarter of an hour.
 *
 * A look into two small tables by their keys, for each row that is shown or filtered.
 */
export function isOnline(sql: Sql) {
  return sql`coalesce(
    (select told.online ${toldOf(sql)}),
    stations.last_received_at > now() - ${quietMax(sql)},
    false)`;
}

/** Since when a station is offline; null for one that is online, or was never heard. */
export async function readOfflineSince(sql: Sql, stationId: number): Promise<Date | null> {
  const [row] = await sql<{ since: Date | null }[]>`
    select case when not ${isOnline(sql)} then
      -- Heard again, but not for long enough: since its owner was told.
      least(stations.last_received_at, (select told.since ${toldOf(sql)} and not told.online))
    end as since
    from stations where id = ${stationId}`;
  return row?.since ?? null;
}

function toldOf(sql: Sql) {
  return sql`
    from station_states told
    where told.station_id = stations.id and stations.account_id is not null
      and (select last_received_at > now() - ${quietMax(sql)} from reception_uptime)`;
}

function quietMax(sql: Sql) {
  return sql`interval '15 minutes'`;
}
