import { messageIdFloor } from "@jetwire/protocol";
import { isNoCanary } from "../canary/canary.ts";
import type { Fragment, Sql } from "../connection/database.ts";

const hourMs = 3_600_000;
/** Channels of an hour that are counted, of all stations and of single ones: senders choose them. */
const rowsMax = 20_000;

/** Returns the hours to count: those of the last receptions, and of `changed` those that have counts or receptions. */
export async function listHours(sql: Sql, changed: readonly string[]): Promise<string[]> {
  const rows = await sql<{ hour: string }[]>`
    select distinct hour from (
      select date_trunc('hour', period, 'UTC') as hour from hf_receptions
      where period > now() - interval '2 hours' and last_at > now() - interval '15 minutes'
      union all
      select hour from unnest(${[...changed]}::timestamptz[]) as changed (hour)
      where exists (select from hf_channel_hours c where c.hour = changed.hour)
        or exists (
          select from hf_receptions r where r.period >= changed.hour and r.period < changed.hour + interval '1 hour'
        )
    ) as due order by hour desc`;
  return rows.map(({ hour }) => hour);
}

/** Returns the condition of messages with a channel of HFDL in an hour. */
export function isOfChannel(sql: Sql, hour: string): Fragment {
  const fromMs = Date.parse(hour);
  return sql`id >= ${messageIdFloor(fromMs)} and id < ${messageIdFloor(fromMs + hourMs)}
    and ground_station is not null and frequency is not null and ${isNoCanary(sql)}`;
}

/**
 * Counts an hour by channel, of all stations and of each. Replaces the counts that there are; squitters, whose receptions
 * are not kept long, only grow.
 */
export async function tallyChannels(sql: Sql, hour: string): Promise<void> {
  await sql`
    with counted as (
      select ground_station, round(frequency * 1000)::integer as khz, coalesce(station_id, 0) as station_id,
        count(distinct group_id)::integer as messages,
        count(distinct coalesce(airframe_id::text,
          case link_direction when 'uplink' then to_hex else from_hex end, flight_number))::integer as aircraft,
        avg(snr)::real as snr
      from messages where ${isOfChannel(sql, hour)}
      group by grouping sets ((ground_station, 2), (ground_station, 2, station_id))
    ),
    squitter_counts as (
      select ground_station, khz, coalesce(station_id, 0) as station_id, sum(squitters)::integer as squitters
      from hf_receptions
      where period >= ${hour}::timestamptz and period < ${hour}::timestamptz + interval '1 hour'
      group by grouping sets ((ground_station, khz), (ground_station, khz, station_id))
    ),
    known as (
      select ground_station, khz, station_id from hf_channel_hours where hour = ${hour}
    )
    insert into hf_channel_hours as old (hour, ground_station, khz, station_id, messages, aircraft, snr, squitters)
    select ${hour}::timestamptz, ground_station, khz, station_id, coalesce(messages, 0), coalesce(aircraft, 0), snr,
      coalesce(squitters, 0)
    from counted
      full join squitter_counts using (ground_station, khz, station_id)
      full join known using (ground_station, khz, station_id)
    order by station_id <> 0, coalesce(messages, 0) + coalesce(squitters, 0) desc, 2, 3, 4
    limit ${rowsMax}
    on conflict (hour, ground_station, khz, station_id) do update set
      messages = excluded.messages,
      aircraft = excluded.aircraft,
      snr = excluded.snr,
      squitters = greatest(old.squitters, excluded.squitters)`;
}
