import type { Sql } from "../connection/database.ts";

/**
 * Whether a row of `stations` is online. A claimed station has the state that its owner was notified
 * of (`station_states`, which chores computes from the station's usual traffic), as long as chores
 * runs and receives messages. Every other station is online if a message of it was received in the
 * last 15 minutes.
 *
 * Reads two small tables by their keys for each row.
 */
export function isOnline(sql: Sql) {
  return sql`coalesce(
    (select state.online ${stateOf(sql)}),
    stations.last_received_at > now() - ${quietMax(sql)},
    false)`;
}

/** Returns since when a station is offline; null if it is online or was never received. */
export async function readOfflineSince(sql: Sql, stationId: number): Promise<string | null> {
  const [row] = await sql<{ since: string | null }[]>`
    select case when not ${isOnline(sql)} then
      -- Received again, but not for long enough: since its owner was notified.
      least(stations.last_received_at, (select state.since ${stateOf(sql)} and not state.online))
    end as since
    from stations where id = ${stationId}`;
  return row?.since ?? null;
}

function stateOf(sql: Sql) {
  return sql`
    from station_states state
    where state.station_id = stations.id and stations.account_id is not null
      and (select last_received_at > now() - ${quietMax(sql)} from reception_uptime)`;
}

function quietMax(sql: Sql) {
  return sql`interval '15 minutes'`;
}
