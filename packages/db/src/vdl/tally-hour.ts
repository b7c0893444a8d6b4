import { messageIdFloor } from "@jetwire/protocol";
import { isNoCanary } from "../canary/canary.ts";
import type { Fragment, Sql } from "../connection/database.ts";
import { vhfMilesMax } from "../positions/station-coverage.ts";

const hourMs = 3_600_000;
/** Messages of an aircraft that are further apart show no hand-over, s. */
const gapSeconds = 1_800;
/** Counts of an hour, of which the greatest are kept: senders choose frequencies and addresses. */
const channelsMax = 200;
const reachMax = 5_000;
const handoversMax = 5_000;
/** The range of distances that are counted together, km. */
const reachStepKm = 50;
const kmPerMile = 1.852;

/** Returns the hours of `changed` that have messages of VDL, or counts of them. */
export async function listHours(sql: Sql, changed: readonly string[]): Promise<string[]> {
  const rows = await sql<{ hour: string }[]>`
    select hour from unnest(${[...changed]}::timestamptz[]) as changed (hour)
    where exists (select from vdl_channel_hours c where c.hour = changed.hour)
      or exists (select from message_counts m where m.hour = changed.hour and m.source_type = 'vdl')
    order by hour desc`;
  return rows.map(({ hour }) => hour);
}

/**
 * Counts the messages of VDL of an hour by channel, by the distance of their aircraft from the ground station, and the
 * hand-overs of aircraft between ground stations. Replaces the counts that there are.
 *
 * Receptions of one transmission count once. Hand-overs are between transmissions in the order of their arrival.
 */
export async function tallyHour(sql: Sql, hour: string): Promise<void> {
  const fromMs = Date.parse(hour);
  await sql`
    with received as materialized (
      select id, group_id, received_at, snr, latitude, longitude, round(frequency * 1000)::integer as khz,
        coalesce(airframe_id::text, nullif(aircraft_hex, 'FFFFFF'), flight_number) as aircraft,
        case when ground_hex ~ '^[0-9A-F]{6}$' and ground_hex <> '000000' and ground_hex not like '%FFFF'
          then 'vdl-' || ground_hex end as ground_id,
        id >= ${messageIdFloor(fromMs)} as is_of_hour
      from messages cross join lateral (
        select case link_direction when 'uplink' then from_hex when 'downlink' then to_hex end,
          case link_direction when 'uplink' then to_hex else from_hex end
      ) as of_message (ground_hex, aircraft_hex)
      where id >= ${messageIdFloor(fromMs - gapSeconds * 1_000)} and id < ${messageIdFloor(fromMs + hourMs)}
        and source_type = 'vdl' and ${isNoCanary(sql)}
    ),
    channels as (
      select khz, count(distinct group_id)::integer as messages, count(distinct aircraft)::integer as aircraft,
        avg(snr)::real as snr
      from received where is_of_hour and khz is not null
      group by khz order by messages desc, khz limit ${channelsMax}
    ),
    reach as (
      select ground_id, (floor(km / ${reachStepKm}) * ${reachStepKm})::smallint as km,
        count(distinct group_id)::integer as messages, max(km)::real as farthest
      from (
        select ground_id, group_id,
          nautical_miles(g.latitude, g.longitude, r.latitude, r.longitude) * ${kmPerMile} as km
        from received r join ground_stations g on g.id = ground_id
        where is_of_hour and r.latitude is not null and r.longitude is not null
          and g.latitude is not null and g.longitude is not null
      ) as measured
      where km <= ${vhfMilesMax * kmPerMile}
      group by 1, 2 order by messages desc, 1, 2 limit ${reachMax}
    ),
    transmissions as (
      select distinct on (group_id) id, received_at, aircraft, ground_id, is_of_hour
      from received where aircraft is not null and ground_id is not null order by group_id, id
    ),
    steps as (
      select aircraft, ground_id as to_id, is_of_hour, received_at,
        lag(ground_id) over of_aircraft as from_id, lag(received_at) over of_aircraft as before_at
      from transmissions window of_aircraft as (partition by aircraft order by id)
    ),
    handovers as (
      select from_id, to_id, count(*)::integer as handovers, count(distinct aircraft)::integer as aircraft
      from steps
      where is_of_hour and from_id <> to_id and received_at - before_at < make_interval(secs => ${gapSeconds})
      group by 1, 2 order by handovers desc, 1, 2 limit ${handoversMax}
    ),
    ${outdated(sql, "vdl_channel_hours", hour, sql`select from channels new where new.khz = old.khz`)},
    ${outdated(sql, "vdl_reach", hour, sql`select from reach new where (new.ground_id, new.km) = (old.ground_station_id, old.km)`)},
    ${outdated(sql, "vdl_handovers", hour, sql`select from handovers new where (new.from_id, new.to_id) = (old.from_id, old.to_id)`)},
    new_channels as (
      insert into vdl_channel_hours (hour, khz, messages, aircraft, snr)
      select ${hour}::timestamptz, khz, messages, aircraft, snr from channels order by khz
      on conflict (hour, khz) do update set
        messages = excluded.messages, aircraft = excluded.aircraft, snr = excluded.snr
    ),
    new_reach as (
      insert into vdl_reach (hour, ground_station_id, km, messages, farthest)
      select ${hour}::timestamptz, ground_id, km, messages, farthest from reach order by 2, 3
      on conflict (hour, ground_station_id, km) do update set
        messages = excluded.messages, farthest = excluded.farthest
    )
    insert into vdl_handovers (hour, from_id, to_id, handovers, aircraft)
    select ${hour}::timestamptz, from_id, to_id, handovers, aircraft from handovers order by 2, 3
    on conflict (hour, from_id, to_id) do update set
      handovers = excluded.handovers, aircraft = excluded.aircraft`;
}

/** Returns the part of the statement that deletes counts of the hour which are not counted any more. */
function outdated(sql: Sql, table: string, hour: string, same: Fragment): Fragment {
  return sql`${sql.unsafe(`outdated_${table}`)} as (
    delete from ${sql(table)} old where hour = ${hour} and not exists (${same})
  )`;
}
