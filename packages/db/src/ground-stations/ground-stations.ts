import {
  type Box,
  type GroundStation,
  type GroundStationDetails,
  groundStationReceiversMax,
  hfdlGroundStations,
  type MessageGroundStation,
} from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { allOf, isWithin } from "../query/conditions.ts";
import { instantText } from "../query/instant-text.ts";
import { type SortedPage, sortedPage } from "../query/sorted-page.ts";

/** A page of ground stations by id. */
export interface GroundStationPage extends SortedPage<GroundStationOrder> {
  readonly system?: string | undefined;
  /** Active in the last minutes. */
  readonly activeWithin?: number | undefined;
  readonly box?: Box | undefined;
}

type GroundStationOrder =
  | "name"
  | "last_heard_at"
  | "last_active_at"
  | "frames_count"
  | "receivers_count";

/** Lists ground stations by descending id, unless an order is given. */
export async function list(sql: Sql, page: GroundStationPage): Promise<GroundStation[]> {
  const { system, activeWithin, box } = page;
  const { within, ordered, inOrder } = sortedPage(sql, page, {
    value: (name, isRising) => orderValue(sql, name, isRising),
    key: [sql`id`],
    from: sql`from ground_stations where`,
  });
  const conditions = allOf(sql, [
    within,
    system !== undefined && sql`system = ${system}`,
    activeWithin !== undefined &&
      sql`last_active_at > now() - make_interval(mins => ${activeWithin}::integer)`,
    box && isWithin(sql, sql`latitude`, sql`longitude`, box),
  ]);
  const rows = await sql<GroundStation[]>`
    select ${columns(sql)} from ground_stations where ${conditions} ${ordered}`;
  return inOrder(rows);
}

function orderValue(sql: Sql, name: GroundStationOrder, isRising: boolean) {
  const never = isRising ? sql`'infinity'` : sql`'-infinity'`;
  switch (name) {
    case "name":
      return sql`lower(coalesce(name, address))`;
    case "last_heard_at":
      return sql`coalesce(last_received_at, ${never})`;
    case "last_active_at":
      return sql`coalesce(last_active_at, ${never})`;
    case "frames_count":
      return framesCount(sql);
    case "receivers_count":
      return receiversCount(sql);
  }
}

function framesCount(sql: Sql) {
  return sql`(
    select coalesce(sum(frames), 0)::integer from ground_station_counts
    where ground_station_id = ground_stations.id and hour > now() - interval '24 hours'
  )`;
}

function receiversCount(sql: Sql) {
  return sql`(
    select count(*)::integer from ground_station_receivers receiver
      join stations on stations.id = receiver.station_id and not hidden and not provisional
    where receiver.ground_station_id = ground_stations.id
      and receiver.last_received_at > now() - interval '7 days'
  )`;
}

/**
 * Reads a ground station with its receivers, of which hidden and provisional ones are shown to their
 * owner only; null if there is none.
 *
 * @param accountId the account that reads, null for an anonymous one
 */
export async function read(
  sql: Sql,
  id: string,
  accountId: string | null,
): Promise<GroundStationDetails | null> {
  const [rows, receivers, hours] = await Promise.all([
    sql<GroundStation[]>`select ${columns(sql)} from ground_stations where id = ${id}`,
    sql<GroundStationDetails["receivers"]>`
      select stations.id, stations.ident, receiver.last_received_at as last_heard_at,
        receiver.frames::integer as frames
      from ground_station_receivers receiver join stations on stations.id = receiver.station_id
      where receiver.ground_station_id = ${id}
        and receiver.last_received_at > now() - interval '7 days'
        and (not stations.hidden and not stations.provisional or stations.account_id = ${accountId})
      order by receiver.last_received_at desc, stations.id limit ${groundStationReceiversMax}`,
    sql<GroundStationDetails["hours"]>`
      select hour, frames::integer as frames from ground_station_counts
      where ground_station_id = ${id} and hour > now() - interval '24 hours' order by hour desc`,
  ]);
  const [row] = rows;
  if (row === undefined) return null;
  return { ...row, receivers, hours };
}

/** Returns what messages show of ground stations, by id; unknown ids are left out. */
export async function byId(
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, MessageGroundStation>> {
  const rows = await sql<MessageGroundStation[]>`
    select id, system, address, name, to_jsonb(airports) as airports, latitude, longitude
    from ground_stations where id = any(${[...ids]}::text[])`;
  return new Map(rows.map((row) => [row.id, { ...row }]));
}

function columns(sql: Sql) {
  return sql`id, system, address, name, to_jsonb(airports) as airports, latitude, longitude,
    position_source, utc_sync, ${framesCount(sql)} as frames_count, ${receiversCount(sql)} as receivers_count,
    first_received_at as first_heard_at, last_received_at as last_heard_at, last_active_at, coalesce((
      select jsonb_agg(jsonb_build_object('frequency', (khz / 1000.0)::float8,
        'lastActiveAt', ${instantText(sql, sql`active.last_active_at`)}) order by active.last_active_at desc, khz)
      from ground_station_frequencies active
      where active.ground_station_id = ground_stations.id
        and active.last_active_at > now() - interval '24 hours'
    ), '[]') as frequencies`;
}

/** Writes names and positions of the ground stations of HFDL according to the system table. */
export async function seedGroundStations(sql: Sql): Promise<void> {
  await sql`
    insert into ground_stations (id, system, address, name, latitude, longitude, position_source)
    select 'hfdl-' || number, 'hfdl', number, name, latitude, longitude, 'reference'
    from unnest(
      ${hfdlGroundStations.map(({ id }) => String(id))}::text[],
      ${hfdlGroundStations.map(({ name }) => name)}::text[],
      ${hfdlGroundStations.map(({ latitude }) => latitude)}::float8[],
      ${hfdlGroundStations.map(({ longitude }) => longitude)}::float8[]
    ) as listed (number, name, latitude, longitude)
    on conflict (id) do update set
      name = excluded.name,
      latitude = excluded.latitude,
      longitude = excluded.longitude,
      position_source = excluded.position_source
    where (ground_stations.name, ground_stations.latitude, ground_stations.longitude,
      ground_stations.position_source) is distinct from
      (excluded.name, excluded.latitude, excluded.longitude, excluded.position_source)`;
}
