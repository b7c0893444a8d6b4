import type { Sql } from "../connection/database.ts";

/** The activity of a claimed station, and the state that its owner was notified of. */
export interface StationActivityRow {
  readonly stationId: number;
  readonly ident: string;
  readonly accountId: string;
  readonly lastHeardAt: string;
  readonly online: boolean;
  /** The start of the state; null if the station has been online since it was claimed. */
  readonly since: string | null;
  readonly backSince: string | null;
  /** How many messages it usually sends in the time of its silence, by the last two weeks. */
  readonly expected: number;
}

const rhythmDays = 14;

/**
 * Lists claimed stations that have been silent for longer than `silentMs` or are offline. Time before
 * `receivingSince` does not count as silence.
 */
export async function read(
  sql: Sql,
  now: string,
  receivingSince: string,
  silentMs: number,
): Promise<StationActivityRow[]> {
  return await sql<StationActivityRow[]>`
    with looked_at as (
      select s.id, s.ident, s.account_id, s.last_received_at, coalesce(t.online, true) as online,
        t.since, t.back_since,
        greatest(s.last_received_at, ${receivingSince}::timestamptz) as silent_from
      from stations s left join station_states t on t.station_id = s.id
      where s.account_id is not null and s.last_received_at is not null
        and (t.online is false
          or s.last_received_at < ${now}::timestamptz - ${silentMs} * interval '1 millisecond')
    )
    select id as station_id, ident, account_id, last_received_at as last_heard_at,
      online, since, back_since, coalesce((
        select sum(counted.messages * part.share) / ${rhythmDays}
        from generate_series(
          date_trunc('hour', silent_from, 'UTC'), ${now}::timestamptz, interval '1 hour'
        ) as silent (hour)
        cross join lateral (
          select extract(epoch from least(${now}::timestamptz, silent.hour + interval '1 hour')
            - greatest(silent_from, silent.hour)) / 3600.0 as share
        ) as part
        cross join lateral (
          select sum(messages) as messages from message_counts
          where station_id = looked_at.id and message_counts.hour = any (
            select silent.hour - ago * interval '24 hours'
            from generate_series(1, ${rhythmDays}::integer) as ago
          )
        ) as counted
        where silent_from > ${now}::timestamptz - interval '2 days'
      ), 0)::float8 as expected
    from looked_at order by id`;
}

/** Records the state that a station's owner was notified of. Returns whether it has changed. */
export async function setState(
  sql: Sql,
  stationId: number,
  online: boolean,
  since: string,
): Promise<boolean> {
  const { count } = await sql`
    insert into station_states (station_id, online, since)
    values (${stationId}, ${online}, ${since})
    on conflict (station_id) do update
      set online = excluded.online, since = excluded.since, back_since = null
      where station_states.online <> excluded.online`;
  return count > 0;
}

/** Records since when an offline station is received again; null if it no longer is. */
export async function setBackSince(sql: Sql, stationId: number, at: string | null): Promise<void> {
  await sql`
    update station_states set back_since = ${at} where station_id = ${stationId}`;
}

/**
 * Records when messages were received last, and returns since when they have been received without
 * a gap longer than `gapMsMax`. Returns null while none are: then a silent station says more about
 * this service than about the station.
 */
export async function updateReceptionUptime(
  sql: Sql,
  now: string,
  gapMsMax: number,
): Promise<string | null> {
  const [row] = await sql<{ since: string; receivedAt: string | null }[]>`
    with latest as (select max(last_received_at) as at from stations),
    updated as (
      insert into reception_uptime as uptime (since, last_received_at)
      select ${now}, at from latest where at is not null
      on conflict (id) do update set
        since = case
          when excluded.last_received_at
            > uptime.last_received_at + ${gapMsMax} * interval '1 millisecond'
          then excluded.last_received_at else uptime.since end,
        last_received_at = excluded.last_received_at
      returning since, last_received_at
    )
    select since, last_received_at as received_at from updated`;
  if (!row?.receivedAt || Date.parse(now) - Date.parse(row.receivedAt) > gapMsMax) return null;
  return row.since;
}
