import { type AirframePosition, messageIdFloor } from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";
import { columnConditions, columnFilterNames } from "../message-filters/column-conditions.ts";
import type { MessageFilter } from "../message-filters/message-filter.ts";
import { isShown } from "../messages/visibility.ts";
import { allOf, isOneOf, isWithin } from "../query/conditions.ts";

/** The messages whose positions are read: a filter with `sinceId`. */
export type PositionFilter = MessageFilter & { readonly sinceId: string };

/** Filters on columns that positions have, as messages do. */
const keptNames = [
  "sourceType",
  "label",
  "excludeLabel",
  "linkDirection",
  "frequency",
  "onGround",
  "authenticated",
] as const;
/** Filters for which the message with the newest position is read. The others are about airframes and positions. */
const readNames = columnFilterNames.filter(
  (name) => !new Set<string>([...keptNames, "tail", "bbox", "hasPosition"]).has(name),
);

/** Messages whose text is read: reading one costs as much as reading thirty positions. */
const textsMax = 3_000;

/**
 * Returns the newest position of each airframe, the newest first, of the positions that match a filter:
 * the newest ones that each station received by source type and application. A box and a text select by
 * the newest position itself. An airframe is left out while its newest position is one that it cannot have
 * flown to from the position that its flight shows.
 */
export async function list(
  sql: Sql,
  filter: PositionFilter,
  limit: number,
): Promise<AirframePosition[]> {
  const { bbox: box } = filter;
  const read = columnConditions(sql, filter, readNames);
  const hasText = read.length > 0;
  // Without a box, what is beyond the limit need not be read.
  const newestMax = hasText ? textsMax : box ? null : limit;
  return await sql<AirframePosition[]>`
    with newest as materialized (
      select airframe_id, encode(max(uuid_send(message_id)), 'hex')::uuid as message_id
      from airframe_positions where ${positionConditions(sql, filter)}
      group by airframe_id order by 2 desc limit ${newestMax}
    )
    select p.airframe_id, a.icao, a.tail, a.type, p.flight_id,
      case when f.flight_key ~ '^[A-Z]{3}[0-9]' then f.flight_key else f.flight end as flight,
      p.latitude, p.longitude, p.altitude, p.speed,
      coalesce(p.track, f.track, before.course) as track,
      p.track is null and coalesce(f.track, before.course) is not null as track_derived, p.received_at as timestamp,
      p.source_type, p.position_source, p.message_id
    from (
      select one.* from newest join airframe_positions one using (airframe_id, message_id)
      where one.message_id >= ${filter.sinceId} and ${box ? isWithin(sql, sql`latitude`, sql`longitude`, box) : sql`true`}
        ${hasText ? sql`and ${isOfMessage(sql, read)}` : sql``}
      order by one.message_id desc limit ${limit}
    ) as p
      -- A few of very many: each is looked up by its key.
      left join lateral (
        select icao, tail, type from airframes where id = p.airframe_id limit 1
      ) as a on true
      left join lateral (
        select flight_key, flight, latitude, longitude, position_at,
          case when abs(extract(epoch from p.received_at - position_at)) < ${courseSecondsMax} then track end as track
        from flights where id = p.flight_id limit 1
      ) as f on true
      left join lateral ${positionBefore(sql, filter)} as before on p.track is null and f.track is null
    where ${canBeFlown(sql)}
    order by p.message_id desc`;
}

/** A position that is older shows no present direction. */
const courseSecondsMax = 1_800;

/** Selects the course to the position `p` from the one before it that another station or link had. */
function positionBefore(sql: Sql, { viewer }: PositionFilter): Fragment {
  return sql`(
    select round(atan2d(
      sind(p.longitude - o.longitude) * cosd(o.latitude),
      cosd(o.latitude) * sind(p.latitude) * cosd(p.longitude - o.longitude)
        - sind(o.latitude) * cosd(p.latitude)
    ) + 360)::integer % 360 as course
    from airframe_positions o
    where o.airframe_id = p.airframe_id and o.message_id < p.message_id
      and o.received_at between p.received_at - make_interval(secs => ${courseSecondsMax}) and p.received_at
      and o.station_id <> all(${[...viewer.hiddenStationIds]}::integer[])
      and nautical_miles(o.latitude, o.longitude, p.latitude, p.longitude) between 1
        and 30 + 700 * extract(epoch from p.received_at - o.received_at) / 3600
    order by o.message_id desc limit 1
  )`;
}

/** Applies the rule by which a flight shows one of its positions, which `merge_positions` has. */
function canBeFlown(sql: Sql): Fragment {
  return sql`(f.position_at is null
    or nautical_miles(f.latitude, f.longitude, p.latitude, p.longitude) <= 30
      + 1300 * abs(extract(epoch from p.received_at - f.position_at)) / 3600)`;
}

function positionConditions(sql: Sql, filter: PositionFilter): Fragment {
  const { viewer, sinceId, airframeIds, flightKeys, airlines, airports } = filter;
  const { stationIds, aircraftType, tail, applications, isDecoded } = filter;
  return allOf(sql, [
    sql`message_id >= ${sinceId}`,
    viewer.hiddenStationIds.length > 0 && isShown(sql, viewer),
    airframeIds && isOneOf(sql, sql`airframe_id`, airframeIds),
    flightKeys && isOneOf(sql, sql`flight_key`, flightKeys),
    airlines && isOfAirline(sql, airlines),
    stationIds && isOneOf(sql, sql`station_id`, stationIds),
    aircraftType !== undefined &&
      sql`airframe_id in (select id from airframes where type = ${aircraftType})`,
    tail !== undefined &&
      sql`airframe_id in (
        select id from airframes where tail is not null and replace(tail, '-', '') = ${tail}
      )`,
    airports && namesAirport(sql, airports),
    ...columnConditions(sql, filter, keptNames),
    applications && isOneOf(sql, sql`application`, applications),
    isDecoded !== undefined && (isDecoded ? sql`application <> ''` : sql`application = ''`),
  ]);
}

/** Cheaper for each row than the pattern of airline codes. */
function isOfAirline(sql: Sql, codes: readonly string[]): Fragment {
  const parts = codes.map(
    (code) => sql`(starts_with(flight_key, ${code})
      and substr(flight_key, ${code.length + 1}::integer, 1) between '0' and '9')`,
  );
  return sql`(${parts.reduce((all, one) => sql`${all} or ${one}`)})`;
}

function namesAirport(sql: Sql, codes: readonly string[]): Fragment {
  const oneOf = (column: Fragment) => isOneOf(sql, column, codes);
  return sql`(${oneOf(sql`departing_airport`)} or ${oneOf(sql`destination_airport`)}
    or flight_id in (
      select f.id from flights f
      where (${oneOf(sql`f.departing_airport`)} or ${oneOf(sql`f.destination_airport`)})
        and f.first_received_at > now() - interval '48 hours'
    ))`;
}

/** Whether the message with the position of the row `one` meets conditions. */
function isOfMessage(sql: Sql, conditions: readonly (Fragment | false)[]): Fragment {
  return sql`exists (select from messages m where m.id = one.message_id and ${allOf(sql, conditions)})`;
}

/** Deletes kept positions of messages from before `cutoff`, at most `rowsMax`; returns how many. */
export async function deleteOld(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from airframe_positions where ctid in (
      select ctid from airframe_positions
      where message_id < ${messageIdFloor(cutoff.getTime())} limit ${rowsMax}
    )`;
  return count;
}
