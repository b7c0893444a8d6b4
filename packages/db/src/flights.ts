import type { MessageFlight } from "@jetwire/protocol";
import type { Sql } from "./database.ts";

/**
 * What the firehose shows of flights, by id; unknown ids are left out. The IATA and ICAO spellings
 * are those of a known airline, null for another identifier. Status and track aren't known yet.
 */
export async function flightsById(
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, MessageFlight>> {
  const rows = await sql<MessageFlight[]>`
    select f.id, f.flight,
      case when l.holds_iata then l.iata || substr(f.flight_key, 4) end as "flightIata",
      case when l.icao is not null then f.flight_key end as "flightIcao",
      f.departing_airport as "departingAirport", f.destination_airport as "destinationAirport",
      null::text as status, f.latitude, f.longitude, f.altitude, null::float8 as track
    from flights f
    left join airlines l on l.icao = substr(f.flight_key, 1, 3) and f.flight_key ~ '^[A-Z]{3}[0-9]'
    where f.id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map((row) => [row.id, { ...row }]));
}
