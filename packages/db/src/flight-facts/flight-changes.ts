import type { Fragment, Sql } from "../connection/database.ts";
import { type Columns, sendColumns, sentRows } from "../query/columns.ts";

/** A flight of which a message says something. */
export interface FlightChange {
  readonly flightId: string;
  /** Whether it says something new. What is known gets more evidence, which may wait. */
  readonly isNew: boolean;
}

const columns: Columns<FlightChange> = { flightId: "uuid", isNew: "boolean" };

/** How long more evidence of what is known waits: a flight has hundreds of messages, and all are read for its facts. */
const evidenceMinutes = 10;

/** Returns the statement that notes flights whose facts are to be made again. */
export function recordedChanges(sql: Sql, changes: readonly FlightChange[]): Fragment {
  const sent = sentRows(sql, "sent", sendColumns(sql, changes, columns));
  return sql`
    insert into flight_changes (flight_id, due_at)
    select flight_id, now() + case when is_new then interval '0' else make_interval(mins => ${evidenceMinutes}) end
    from ${sent.rows} order by flight_id
    on conflict (flight_id) do update set due_at = excluded.due_at
      where flight_changes.due_at > excluded.due_at`;
}

/**
 * Makes the facts of flights that are due, the first ones first. Each flight is done by one caller only.
 *
 * @returns how many flights were done; fewer than `flightsMax` if no more are due
 */
export async function makeDue(sql: Sql, flightsMax: number): Promise<number> {
  const [row] = await sql<{ done: number }[]>`
    with due as materialized (
      delete from flight_changes where flight_id in (
        select flight_id from flight_changes where due_at <= now()
        order by due_at limit ${flightsMax} for update skip locked
      ) returning flight_id
    ), ids as (select array_agg(flight_id) as ids, count(*)::integer as done from due)
    select done, case when done > 0 then make_flight_facts(ids) end as written from ids`;
  return row?.done ?? 0;
}

/** A batch of flights whose facts were made again. */
export interface FactsRebuilt {
  readonly flights: number;
  /** The last one; null if there were none. */
  readonly last: string | null;
}

/**
 * Makes the facts of stored flights again that were first received from a time on, in the order of their first reception.
 *
 * @param after the last flight of the former batch
 */
export async function rebuild(
  sql: Sql,
  { since, after, flightsMax }: { since: string; after: string | null; flightsMax: number },
): Promise<FactsRebuilt> {
  const [row] = await sql<(FactsRebuilt & { written: number | null })[]>`
    with batch as materialized (
      select id, first_received_at from flights
      where first_received_at >= ${since} and (${after}::uuid is null
        or (first_received_at, id) > (select first_received_at, id from flights where id = ${after}))
      order by first_received_at, id limit ${flightsMax}
    ), ids as (
      select array_agg(id) as ids, count(*)::integer as flights,
        (array_agg(id order by first_received_at desc, id desc))[1] as last
      from batch
    )
    select flights, last, case when flights > 0 then make_flight_facts(ids) end as written from ids`;
  return { flights: row?.flights ?? 0, last: row?.last ?? null };
}

/** Returns how many stored flights were first received from a time on. */
export async function countFlights(sql: Sql, since: string): Promise<number> {
  const [row] = await sql<{ flights: number }[]>`
    select count(*)::integer as flights from flights where first_received_at >= ${since}`;
  return row?.flights ?? 0;
}
