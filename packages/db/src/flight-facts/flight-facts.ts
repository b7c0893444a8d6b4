import type { FlightFacts } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

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

function columns(sql: Sql, withEvidence = true) {
  return sql`flight_id, callsign, flown_on::text as flown_on, icao, tail, departure, destination,
    out_at, off_at, on_at, in_at, eta, sure, ${withEvidence ? sql`evidence` : sql`'{}'::jsonb as evidence`}, first_at, last_at`;
}
