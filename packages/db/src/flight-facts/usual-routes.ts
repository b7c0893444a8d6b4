import type { UsualRoute } from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";

/** Flights of so many days count. Schedules change twice a year. */
const days = 180;
/** A fact of a single transmission that others contradict does not count. */
const sureMin = 0.6;
/** Statements that run for so long may still write facts with the time of their beginning. */
const overlapMinutes = 5;

/**
 * Counts again the routes of callsigns whose facts have changed since the last count, the first changes first.
 *
 * @param changesMax bounds the statement; all flights of the callsigns are read
 * @returns how many changes were counted; fewer than `changesMax` if these are all
 */
export async function learn(sql: Sql, changesMax: number): Promise<number> {
  const [row] = await sql<{ changes: number }[]>`
    with slice as materialized (
      select callsign, changed_at from flight_facts
      where changed_at >= (select changed_at from counted_facts)
      order by changed_at limit ${changesMax}
    ), changed as materialized (
      select distinct callsign from slice
    ), counted as (
      select callsign, departure, destination, count(*)::integer as flights,
        array[${byWeekday(sql)}] as weekdays, max(flown_on) as last_on
      from flight_facts
      where callsign in (select callsign from changed) and departure <> destination and sure >= ${sureMin}
        and last_at > now() - make_interval(days => ${days})
      group by 1, 2, 3
    ), deleted as (
      delete from usual_routes u where callsign in (select callsign from changed)
        and not exists (
          select from counted c
          where (c.callsign, c.departure, c.destination) = (u.callsign, u.departure, u.destination)
        )
    ), kept as (
      insert into usual_routes select * from counted order by 1, 2, 3
      on conflict (callsign, departure, destination)
        do update set flights = excluded.flights, weekdays = excluded.weekdays, last_on = excluded.last_on
    ), noted as (
      update counted_facts set changed_at = greatest(counted_facts.changed_at, case
        when done.changes = ${changesMax} then done.until
        else least(done.until, now() - make_interval(mins => ${overlapMinutes})) end)
      from (select count(*) as changes, max(changed_at) as until from slice) as done
      where done.until is not null
    )
    select count(*)::integer as changes from slice`;
  return row?.changes ?? 0;
}

type UsualRow = Omit<UsualRoute, "sure">;

/** Lists the routes that flights of callsigns had. */
export async function listUsual(sql: Sql, callsigns: readonly string[]): Promise<UsualRow[]> {
  return await sql<UsualRow[]>`
    select callsign, departure, destination, flights, to_jsonb(weekdays) as weekdays, last_on::text as last_on
    from usual_routes where callsign = any(${[...callsigns]})`;
}

/** Counts the flights of each weekday, Monday first. */
function byWeekday(sql: Sql): Fragment {
  const counts = [1, 2, 3, 4, 5, 6, 7].map(
    (day) =>
      sql`(count(*) filter (where extract(isodow from flown_on) = ${sql.unsafe(String(day))}))::integer`,
  );
  return counts.reduce((all, one) => sql`${all}, ${one}`);
}
