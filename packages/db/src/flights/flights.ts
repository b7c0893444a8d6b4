import {
  type Box,
  flightActiveMinutes,
  type FlightSummary,
  type MessageFlight,
} from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { allOf, isOneOf, isWithin } from "../query/conditions.ts";
import { type SortedPage, sortedPage } from "../query/sorted-page.ts";
import { airportColumns } from "../airports/airports.ts";

/**
 * Returns the members of flights that the firehose shows, by id; unknown ids are left out. The IATA
 * and ICAO spellings are those of a known airline, null for another identifier.
 */
export async function byId(sql: Sql, ids: readonly string[]): Promise<Map<string, MessageFlight>> {
  const rows = await sql<MessageFlight[]>`
    select ${messageColumns(sql)} from ${withAirlines(sql)}
    where f.id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map((row) => [row.id, { ...row }]));
}

/** A page of flights; cursors are flight ids. */
export interface FlightListOptions extends SortedPage<FlightOrder> {
  /** Normalized identifiers; any of them. */
  readonly flightKeys?: readonly string[] | undefined;
  /** Any of these airframes. */
  readonly airframeIds?: readonly string[] | undefined;
  /** Codes of an airport as messages spell them; any of them. */
  readonly departing?: readonly string[] | undefined;
  readonly destination?: readonly string[] | undefined;
  /** Range of the first reception, ISO 8601: from (inclusive), to (exclusive). */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly active?: boolean | undefined;
  /** Airline codes, as flight keys begin with. */
  readonly airlines?: readonly string[] | undefined;
  /** Compared with the position that the flight shows. Without `since` only flights that may be active are searched. */
  readonly box?: Box | undefined;
}

type FlightOrder = "flight" | "departing" | "destination" | "last_heard_at";

/** An active flight was received first within this time. */
const longestHours = 36;

/** Lists flights, the latest first reception first unless an order is given. A cursor of an unknown flight matches nothing. */
export async function list(sql: Sql, page: FlightListOptions): Promise<FlightSummary[]> {
  const { flightKeys, airframeIds, departing, destination, since, until, active } = page;
  const { airlines, box } = page;
  const { within, ordered, inOrder } = sortedPage(sql, page, {
    value: (name, isRising) => orderValue(sql, name, isRising),
    key: [sql`f.first_received_at`, sql`f.id`],
    from: sql`from flights f where`,
  });
  const conditions = allOf(sql, [
    within,
    flightKeys && isOneOf(sql, sql`f.flight_key`, flightKeys),
    airframeIds && isOneOf(sql, sql`f.airframe_id`, airframeIds),
    departing && isOneOf(sql, sql`f.departing_airport`, departing),
    destination && isOneOf(sql, sql`f.destination_airport`, destination),
    since !== undefined && sql`f.first_received_at >= ${since}`,
    until !== undefined && sql`f.first_received_at < ${until}`,
    airlines && isOneOf(sql, airlineOf(sql), airlines),
    box && isWithin(sql, sql`f.latitude`, sql`f.longitude`, box),
    active === true && isActive(sql),
    (active === true || (box && since === undefined)) &&
      sql`f.first_received_at > now() - make_interval(hours => ${longestHours})`,
    active === false && sql`not ${isActive(sql)}`,
  ]);
  const rows = await sql<FlightSummary[]>`
    select ${columns(sql)} from ${withAirlines(sql)} where ${conditions} ${ordered}`;
  return inOrder(rows);
}

function orderValue(sql: Sql, name: FlightOrder, isRising: boolean) {
  const none = isRising ? "~" : "";
  switch (name) {
    case "flight":
      return sql`f.flight_key`;
    case "departing":
      return sql`coalesce(f.departing_airport, ${none}) collate "C"`;
    case "destination":
      return sql`coalesce(f.destination_airport, ${none}) collate "C"`;
    case "last_heard_at":
      return sql`f.last_received_at`;
  }
}

/** A flight, and what finds its messages. */
export interface FlightFound {
  readonly flight: FlightSummary;
  readonly flightKey: string;
}

export async function read(sql: Sql, id: string): Promise<FlightFound | null> {
  const [row] = await sql<(FlightSummary & { flightKey: string })[]>`
    select ${columns(sql)}, f.flight_key from ${withAirlines(sql)}
    where f.id = ${id}`;
  if (!row) return null;
  const { flightKey, ...flight } = row;
  return { flight, flightKey };
}

/** Is the expression of the index of airlines: the code with which the key of a flight `f` begins. */
export function airlineOf(sql: Sql) {
  return sql`substring(f.flight_key from '^([A-Z]{3}|[A-Z][A-Z0-9]|[0-9][A-Z])[0-9]')`;
}

function isActive(sql: Sql) {
  return sql`(f.last_received_at > now() - make_interval(mins => ${flightActiveMinutes}))`;
}

function columns(sql: Sql) {
  return sql`${messageColumns(sql)}, f.position_at,
    case when l.icao is not null then jsonb_build_object('id', l.icao, 'icao', l.icao,
      'iata', case when l.holds_iata then l.iata end, 'name', l.name,
      'countryCode', l.country_code) end as airline,
    ${airportOf(sql, "departing_airport")} as departure,
    ${airportOf(sql, "destination_airport")} as destination,
    f.airframe_id, f.first_received_at as first_heard_at, f.last_received_at as last_heard_at`;
}

function messageColumns(sql: Sql) {
  return sql`f.id, f.flight,
    case when l.holds_iata then l.iata || substr(f.flight_key, 4) end as flight_iata,
    case when l.icao is not null then f.flight_key end as flight_icao,
    f.departing_airport, f.destination_airport,
    case when not ${isActive(sql)} then 'ended'
      when f.landed_at >= coalesce(f.took_off_at, f.landed_at) then 'landed'
      else 'active' end as status,
    f.latitude, f.longitude, f.altitude, f.track`;
}

function withAirlines(sql: Sql) {
  return sql`flights f
    left join airlines l on l.icao = substr(f.flight_key, 1, 3) and f.flight_key ~ '^[A-Z]{3}[0-9]'`;
}

/** Returns the airport that a flight's messages name by either of its codes. */
function airportOf(sql: Sql, column: "departing_airport" | "destination_airport") {
  const code = sql`f.${sql(column)}`;
  return sql`(
    select to_jsonb(airport) from (
      select ${airportColumns(sql)} from airports where icao = ${code} or iata = ${code} limit 1
    ) as airport
  )`;
}
