import { type AirframePosition, type Box, messageIdFloor } from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";
import { type MessageFilter, messageConditions } from "../messages/message-filter.ts";
import { isShown } from "../messages/visibility.ts";
import { allOf, isOneOf, isWithin } from "../query/conditions.ts";
import { speedOf, trackOf } from "./stored-positions.ts";

type Row = Omit<AirframePosition, "timestamp"> & { readonly timestamp: Date };

/** The messages whose positions are read: a filter with `sinceId`. */
export type PositionFilter = MessageFilter & { readonly sinceId: string };

/** Messages with a position that are looked at if the filter is about more than the kept positions. */
const searchedMax = 20_000;

/** Members of a filter that the kept positions have columns for. */
const keptMembers: ReadonlySet<string> = new Set([
  "viewer",
  "sinceId",
  "box",
  "airframeIds",
  "flightKeys",
  "airlines",
  "stationId",
  "sourceTypes",
  "aircraftType",
  "tail",
]);

/**
 * Returns the newest position of each airframe that messages matching a filter reported, the newest
 * first. A box selects by this position. Without conditions on what messages contain it is read from the kept positions,
 * else from the latest messages with a position.
 */
export async function listPositions(
  sql: Sql,
  filter: PositionFilter,
  limit: number,
): Promise<AirframePosition[]> {
  const { box, ...conditions } = filter;
  const asked = Object.entries(conditions).filter(([, value]) => value !== undefined);
  const newest = asked.every(([name]) => keptMembers.has(name))
    ? keptPositions(sql, conditions)
    : searchedPositions(sql, conditions);
  const rows = await sql<Row[]>`
    with newest as materialized (${newest})
    select p.airframe_id as "airframeId", a.icao, a.tail, a.type, p.flight_id as "flightId",
      case when f.flight_key ~ '^[A-Z]{3}[0-9]' then f.flight_key else f.flight end as flight,
      p.latitude, p.longitude, p.altitude, p.track, p.speed, p.received_at as timestamp,
      p.source_type as "sourceType", p.position_source as "positionSource",
      p.message_id as "messageId"
    from (
      select * from newest where ${isInside(sql, box)} order by message_id desc limit ${limit}
    ) as p
      left join airframes a on a.id = p.airframe_id
      left join flights f on f.id = p.flight_id
    order by p.message_id desc`;
  return rows.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() }));
}

function isInside(sql: Sql, box: Box | undefined): Fragment {
  return box ? isWithin(sql, sql`latitude`, sql`longitude`, box) : sql`true`;
}

function keptPositions(sql: Sql, filter: PositionFilter): Fragment {
  const { viewer, sinceId, airframeIds, flightKeys, airlines } = filter;
  const { stationId, sourceTypes, aircraftType, tail } = filter;
  const airline = sql`substring(flight_key from '^([A-Z]{3}|[A-Z][A-Z0-9]|[0-9][A-Z])[0-9]')`;
  const conditions = allOf(sql, [
    sql`message_id >= ${sinceId}`,
    isShown(sql, viewer),
    airframeIds && isOneOf(sql, sql`airframe_id`, airframeIds),
    flightKeys && isOneOf(sql, sql`flight_key`, flightKeys),
    airlines && isOneOf(sql, airline, airlines),
    stationId !== undefined && sql`station_id = ${stationId}`,
    sourceTypes && isOneOf(sql, sql`source_type`, sourceTypes),
    aircraftType !== undefined &&
      sql`airframe_id in (select id from airframes where type = ${aircraftType})`,
    tail !== undefined &&
      sql`airframe_id in (
        select id from airframes where tail is not null and replace(tail, '-', '') = ${tail}
      )`,
  ]);
  return sql`
    select distinct on (airframe_id) * from airframe_positions where ${conditions}
    order by airframe_id, message_id desc`;
}

function searchedPositions(sql: Sql, filter: PositionFilter): Fragment {
  const conditions = messageConditions(sql, { ...filter, hasPosition: true });
  return sql`
    select airframe_id, message_id, received_at, flight_id, latitude, longitude, altitude,
      source_type, position_source, ${trackOf(sql)} as track, ${speedOf(sql)} as speed
    from (
      select distinct on (airframe_id) *, id as message_id
      from (
        select id, airframe_id, received_at, flight_id, latitude, longitude, altitude, source_type,
          position_source, decoded
        from messages where ${conditions} and airframe_id is not null
          and latitude between -90 and 90 and longitude between -180 and 180
        order by id desc limit ${searchedMax}
      ) as latest
      order by airframe_id, id desc
    ) as newest`;
}

/** Deletes kept positions of messages from before `cutoff`, at most `rowsMax`; returns how many. */
export async function deletePositions(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from airframe_positions where ctid in (
      select ctid from airframe_positions
      where message_id < ${messageIdFloor(cutoff.getTime())} limit ${rowsMax}
    )`;
  return count;
}
