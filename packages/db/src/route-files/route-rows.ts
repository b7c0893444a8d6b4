import type { Airport, UsualRoute } from "@jetwire/protocol";
import { airportColumns } from "../airports/airports.ts";
import type { Sql } from "../connection/database.ts";

/** A usual route; how sure it is on any weekday, at the time of reading. */
export interface RouteRow extends UsualRoute {
  readonly departureIata: string | null;
  readonly destinationIata: string | null;
}

export type RouteKey = Pick<UsualRoute, "callsign" | "departure" | "destination">;

/**
 * Returns the day whose routes, with those flown later, are not more than a number; null if all are not. What was flown last long
 * ago is left out first.
 */
export async function oldestDay(sql: Sql, routesMax: number): Promise<string | null> {
  const [row] = await sql<{ day: string }[]>`
    select (last_on + 1)::text as day from usual_routes order by last_on desc offset ${routesMax} limit 1`;
  return row?.day ?? null;
}

/** Lists the routes flown on or after a day, by callsign; `after` is the last one of the former page. They weigh as in answers. */
export async function listPage(
  sql: Sql,
  { since, after, limit }: { since: string | null; after: RouteKey | null; limit: number },
): Promise<RouteRow[]> {
  const { callsign, departure, destination } = after ?? {
    callsign: "",
    departure: "",
    destination: "",
  };
  const weight = (table: string) =>
    sql.unsafe(
      `(${table}.flights * 0.5 ^ (greatest(0, current_date - ${table}.last_on) / 28.0))::float8`,
    );
  return await sql<RouteRow[]>`
    select r.callsign, r.departure, r.destination, f.iata as departure_iata, t.iata as destination_iata,
      r.flights, to_jsonb(r.weekdays) as weekdays, r.last_on::text as last_on,
      round((${weight("r")} / (0.5 + (
        select sum(${weight("o")}) from usual_routes o where o.callsign = r.callsign
      )))::numeric, 2)::float8 as sure
    from usual_routes r
      left join airports f on f.code = r.departure left join airports t on t.code = r.destination
    where r.last_on >= coalesce(${since}::date, '-infinity')
      and (r.callsign, r.departure, r.destination) > (${callsign}, ${departure}, ${destination})
    order by r.callsign, r.departure, r.destination limit ${limit}`;
}

/** Lists the airports that routes flown on or after a day name. */
export async function airportsOf(sql: Sql, since: string | null): Promise<Airport[]> {
  return await sql<Airport[]>`
    select ${airportColumns(sql)} from airports where code in (
      select unnest(array[departure, destination]) from usual_routes
      where last_on >= coalesce(${since}::date, '-infinity')
    ) order by code`;
}
