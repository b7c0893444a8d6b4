import type { AirportDirection, AirportFlight, FlightFacts } from "@jetwire/protocol";
import { airportColumns } from "../airports/airports.ts";
import type { Fragment, Sql } from "../connection/database.ts";
import { keyset, type Page } from "../query/keyset.ts";

/**
 * A flight that has landed, or that was not received for this time, is over: the callsign is free for the next one. The longest
 * flights take 19 hours, over oceans with few receivers.
 */
const landedHours = 1;
const silentHours = 18;

/** Returns what is known of the flights that fly under callsigns at a time, the latest of each callsign; without evidence if it is not wanted. */
export async function flyingAt(
  sql: Sql,
  callsigns: readonly string[],
  { at, withEvidence }: { at: string; withEvidence: boolean },
): Promise<FlightFacts[]> {
  return await sql<FlightFacts[]>`
    select distinct on (callsign) ${columns(sql, withEvidence)} from flight_facts
    where callsign = any(${[...callsigns]})
      and first_at <= ${at}::timestamptz + interval '10 minutes'
      and last_at > ${at}::timestamptz - make_interval(hours => ${silentHours})
      and coalesce(in_at, on_at, ${at}) >= ${at}::timestamptz - make_interval(hours => ${landedHours})
    order by callsign, last_at desc`;
}

/** Returns what is known of a flight; null if no message said anything. */
export async function read(sql: Sql, flightId: string): Promise<FlightFacts | null> {
  const [row] = await sql<FlightFacts[]>`
    select ${columns(sql)} from flight_facts where flight_id = ${flightId}`;
  return row ?? null;
}

/** A page of the flights of an airport; cursors are flight ids. */
export interface AirportFlightPage extends Page {
  /** The code of the airport, as in the table of airports. */
  readonly airport: string;
  readonly direction: AirportDirection;
  /** The earliest time of a flight, ISO 8601. */
  readonly since: string;
}

/** Lists what is known of the flights from or to an airport, the latest first. A cursor of an unknown flight matches nothing. */
export async function listOfAirport(sql: Sql, page: AirportFlightPage): Promise<AirportFlight[]> {
  const { airport, direction, since } = page;
  const { end, time } = ends(sql)[direction];
  const { within, ordered, inOrder } = keyset(sql, page, [time, "flight_id"], {
    keyOf: (cursor) =>
      sql`(select ${time}, flight_id from flight_facts where flight_id = ${cursor})`,
  });
  const rows = await sql<AirportFlight[]>`
    select flight_id as id, ${summaryColumns(sql)},
      ${airportOf(sql, "departure")} as departure_airport,
      ${airportOf(sql, "destination")} as destination_airport,
      least(
        (evidence->'departure'->0->>'transmissions')::integer,
        (evidence->'destination'->0->>'transmissions')::integer
      ) as transmissions,
      (jsonb_path_exists(evidence, '$.departure[1]') or jsonb_path_exists(evidence, '$.destination[1]'))
        as contradicted
    from flight_facts
    where ${end} = ${airport} and ${time} >= ${since} and ${within} ${ordered}`;
  return inOrder(rows);
}

/** The column of the airport and the time of a flight there; both as in the indexes. */
function ends(sql: Sql): Record<AirportDirection, { end: Fragment; time: Fragment }> {
  return {
    departures: { end: sql`departure`, time: sql`coalesce(off_at, out_at, first_at)` },
    arrivals: { end: sql`destination`, time: sql`coalesce(on_at, in_at, eta, first_at)` },
  };
}

function airportOf(sql: Sql, column: "departure" | "destination") {
  return sql`(
    select to_jsonb(airport) from (
      select ${airportColumns(sql)} from airports where code = flight_facts.${sql(column)}
    ) as airport
  )`;
}

function columns(sql: Sql, withEvidence = true) {
  const evidence = withEvidence ? sql`evidence` : sql`'{}'::jsonb as evidence`;
  return sql`flight_id, ${summaryColumns(sql)}, ${evidence}`;
}

function summaryColumns(sql: Sql) {
  return sql`callsign, flown_on::text as flown_on, icao, tail, departure, destination,
    out_at, off_at, on_at, in_at, eta, sure, first_at, last_at`;
}
