import { messageIdFloor } from "@jetwire/protocol";
import { isNoCanary } from "../canary/canary.ts";
import type { Sql } from "../connection/database.ts";

/** The names of a kind that are counted in an hour: senders choose them, so there may be any number. */
const namesMax = 300;
/** The airlines that have counts of their own in an hour, and the names of each. */
const airlinesMax = 300;
const airlineNamesMax = 40;
/** Counts of single airlines are kept for this long, all others as long as the caller says. */
const airlineDays = 8;

/** Returns the hours since a time whose number of messages has changed since they were counted, the latest first. */
export async function listHours(sql: Sql, since: Date, countMax: number): Promise<string[]> {
  const rows = await sql<{ hour: string }[]>`
    select counted.hour from (
      select hour, sum(messages)::bigint as messages from message_counts
      where hour >= ${since} group by hour
    ) as counted
      left join tallied_hours using (hour)
    where tallied_hours.messages is distinct from counted.messages
    order by counted.hour desc limit ${countMax}`;
  return rows.map(({ hour }) => hour);
}

/**
 * Counts the messages of an hour by label, airline, application, frequency and source type, and for each
 * airline by label and source type. Replaces the counts that there are. Only the most frequent
 * names are counted by name.
 *
 * @returns the number of messages
 */
export async function tallyHour(sql: Sql, hour: string): Promise<number> {
  const from = messageIdFloor(Date.parse(hour));
  const until = messageIdFloor(Date.parse(hour) + 3_600_000);
  const [row] = await sql<{ messages: number }[]>`
    with total as materialized (
      select coalesce(sum(messages), 0)::bigint as messages from message_counts
      where hour = ${hour}
    ),
    grouped as materialized (
      select coalesce(label, '') as label, source_type,
        coalesce(substring(flight_key from '^([A-Z]{3}|[A-Z][A-Z0-9]|[0-9][A-Z])[0-9]'), '') as airline,
        coalesce(decoded->>'application', case when decoded is not null then 'other' end, '') as decoded,
        coalesce(to_char(round(frequency::numeric, 3), 'FM99990.000'), '') as frequency,
        count(*) as messages
      from messages where id >= ${from} and id < ${until} and ${isNoCanary(sql)}
      group by 1, 2, 3, 4, 5
    ),
    of_all as (
      select kind, '' as airline, name, sum(messages) as messages,
        row_number() over (partition by kind order by sum(messages) desc, name) as rank,
        1 as airline_rank, ${namesMax}::integer as names_max
      from grouped cross join lateral (values
        ('label', label), ('airline', grouped.airline), ('decoded', decoded),
        ('frequency', frequency), ('type', source_type)
      ) as one (kind, name)
      group by kind, name
    ),
    airlines as (
      select airline, row_number() over (order by sum(messages) desc, airline) as rank
      from grouped where airline <> '' group by airline
    ),
    of_airlines as (
      select kind, airline, name, sum(messages) as messages,
        row_number() over (partition by kind, airline order by sum(messages) desc, name) as rank,
        airlines.rank as airline_rank, ${airlineNamesMax}::integer as names_max
      from grouped join airlines using (airline)
        cross join lateral (values ('label', label), ('type', source_type)) as one (kind, name)
      where ${hour}::timestamptz > now() - make_interval(days => ${airlineDays})
      group by kind, airline, airlines.rank, name
    ),
    counted as materialized (
      select * from (table of_all union all table of_airlines) as tallies
      where rank <= names_max and airline_rank <= ${airlinesMax}
    ),
    outdated as (
      delete from message_tallies old where hour = ${hour} and not exists (
        select from counted
        where counted.kind = old.kind and counted.airline = old.airline and counted.name = old.name
      )
    ),
    written as (
      insert into message_tallies (kind, airline, hour, name, messages)
      select kind, airline, ${hour}::timestamptz, name, messages from counted
      order by kind, airline, name
      on conflict (kind, airline, hour, name) do update set messages = excluded.messages
      where message_tallies.messages <> excluded.messages
    ),
    noted as (
      insert into tallied_hours (hour, messages)
      select ${hour}::timestamptz, messages from total
      on conflict (hour) do update set messages = excluded.messages
    )
    select messages from total`;
  return row?.messages ?? 0;
}

/** Deletes counts of hours before `cutoff`, and those of single airlines sooner, at most `rowsMax`. */
export async function deleteOld(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from message_tallies where ctid in (
      select ctid from message_tallies
      where hour < ${cutoff}
        or (airline <> '' and hour < now() - make_interval(days => ${airlineDays}))
      limit ${rowsMax}
    )`;
  return count;
}

/** Deletes the notes of hours before `cutoff`, at most `rowsMax`. */
export async function deleteHours(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from tallied_hours where hour in (
      select hour from tallied_hours where hour < ${cutoff} limit ${rowsMax}
    )`;
  return count;
}
