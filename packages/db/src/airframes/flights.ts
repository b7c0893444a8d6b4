import { flightActiveMinutes, type FlightSummary, type MessageFlight } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/**
 * What the firehose shows of flights, by id; unknown ids are left out. The IATA and ICAO spellings
 * are those of a known airline, null for another identifier. The track isn't known here.
 */
export async function flightsById(
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, MessageFlight>> {
  const rows = await sql<MessageFlight[]>`
    select ${messageColumns(sql)} from ${withAirlines(sql)}
    where f.id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map((row) => [row.id, { ...row }]));
}

type Row = Omit<FlightSummary, "firstHeardAt" | "lastHeardAt"> & {
  readonly firstHeardAt: Date;
  readonly lastHeardAt: Date;
};

export interface FlightPage {
  readonly limit: number;
  /** Flight ids, both exclusive. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** In their one spelling; any of them. */
  readonly flightKeys?: readonly string[] | undefined;
  /** Any of these airframes. */
  readonly airframeIds?: readonly string[] | undefined;
  readonly departing?: string | undefined;
  readonly destination?: string | undefined;
  /** When they were first heard, as ISO 8601: from, and before. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly active?: boolean | undefined;
}

/** A flight that is under way was first heard within this time. */
const longestHours = 36;

/**
 * Flights, first heard latest first; with `after` alone the page next to it. A cursor that names no
 * flight gives nothing.
 */
export async function listFlights(sql: Sql, page: FlightPage): Promise<FlightSummary[]> {
  const ascending = page.after !== undefined && page.before === undefined;
  const { before, after, flightKeys, airframeIds, departing, destination, since, until } = page;
  const conditions = [
    sql`where true`,
    before === undefined ? null : sql`and (f.first_received_at, f.id) < ${place(sql, before)}`,
    after === undefined ? null : sql`and (f.first_received_at, f.id) > ${place(sql, after)}`,
    flightKeys === undefined ? null : sql`and ${isOneOf(sql, sql`f.flight_key`, flightKeys)}`,
    airframeIds === undefined ? null : sql`and ${isOneOf(sql, sql`f.airframe_id`, airframeIds)}`,
    departing === undefined ? null : sql`and f.departing_airport = ${departing}`,
    destination === undefined ? null : sql`and f.destination_airport = ${destination}`,
    since === undefined ? null : sql`and f.first_received_at >= ${since}`,
    until === undefined ? null : sql`and f.first_received_at < ${until}`,
    page.active === undefined ? null : activity(sql, page.active),
  ].filter((condition) => condition !== null);
  const direction = ascending ? sql`asc` : sql`desc`;
  const rows = await sql<Row[]>`
    select ${columns(sql)} from ${withAirlines(sql)}
    ${conditions}
    order by f.first_received_at ${direction}, f.id ${direction}
    limit ${page.limit}`;
  const flights = rows.map(toSummary);
  return ascending ? flights.toReversed() : flights;
}

/** A flight, and what finds its messages. */
export interface FlightFound {
  readonly flight: FlightSummary;
  readonly flightKey: string;
}

export async function readFlight(sql: Sql, id: string): Promise<FlightFound | null> {
  const [row] = await sql<(Row & { flightKey: string })[]>`
    select ${columns(sql)}, f.flight_key as "flightKey" from ${withAirlines(sql)}
    where f.id = ${id}`;
  if (!row) return null;
  const { flightKey, ...summary } = row;
  return { flight: toSummary(summary), flightKey };
}

function place(sql: Sql, id: string) {
  return sql`((select first_received_at from flights where id = ${id}), ${id}::uuid)`;
}

function isOneOf(sql: Sql, column: ReturnType<typeof place>, values: readonly string[]) {
  // One as an equation: its index then gives the rows in their order.
  const [first] = values;
  if (first !== undefined && values.length === 1) return sql`${column} = ${first}`;
  return sql`${column} = any(${[...values]})`;
}

function activity(sql: Sql, active: boolean) {
  return active
    ? sql`and ${isActive(sql)} and f.first_received_at > now() - make_interval(hours => ${longestHours})`
    : sql`and not ${isActive(sql)}`;
}

function isActive(sql: Sql) {
  return sql`(f.last_received_at > now() - make_interval(mins => ${flightActiveMinutes}))`;
}

function columns(sql: Sql) {
  return sql`${messageColumns(sql)}, f.airframe_id as "airframeId",
    f.first_received_at as "firstHeardAt", f.last_received_at as "lastHeardAt"`;
}

function messageColumns(sql: Sql) {
  return sql`f.id, f.flight,
    case when l.holds_iata then l.iata || substr(f.flight_key, 4) end as "flightIata",
    case when l.icao is not null then f.flight_key end as "flightIcao",
    f.departing_airport as "departingAirport", f.destination_airport as "destinationAirport",
    case when ${isActive(sql)} then 'active' else 'ended' end as status,
    f.latitude, f.longitude, f.altitude, null::float8 as track`;
}

function withAirlines(sql: Sql) {
  return sql`flights f
    left join airlines l on l.icao = substr(f.flight_key, 1, 3) and f.flight_key ~ '^[A-Z]{3}[0-9]'`;
}

function toSummary(row: Row): FlightSummary {
  return {
    ...row,
    firstHeardAt: row.firstHeardAt.toISOString(),
    lastHeardAt: row.lastHeardAt.toISOString(),
  };
}
