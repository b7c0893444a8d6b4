import type { LookupTarget } from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";
import { hasName } from "../query/conditions.ts";

/** The forms in which a text can name something. */
export interface LookupText {
  /** Is what was typed, without surrounding white space. */
  readonly text: string;
  /** Upper case, letters and digits only; empty if it has others than hyphens and spaces. */
  readonly code: string;
  /** Normalized flight identifiers; none if it is no flight. */
  readonly flightKeys: readonly string[];
  /** The account that asks; null for nobody in particular. */
  readonly accountId: string | null;
}

/** A target, and how well it matches: 100 is best. */
export interface ScoredTarget extends LookupTarget {
  readonly score: number;
}

/** A name is found by its part from this length on, by trigrams; codes by their beginning. */
const partCharsMin = 3;
/** Rows of a beginning that are looked at, so that a short one costs no more. */
const prefixRowsMax = 300;

/** Finds what a text names: airframes, flights, airlines, airports, stations and ground stations. */
export async function findTargets(
  sql: Sql,
  asked: LookupText,
  countMax: number,
): Promise<ScoredTarget[]> {
  const branches = [
    ...airframeBranches(sql, asked),
    ...flightBranches(sql, asked),
    ...codeBranches(sql, asked),
    ...stationBranches(sql, asked),
    ...nameBranches(sql, asked),
  ].map((branch) => sql`(${branch})`);
  const [first, ...others] = branches;
  if (first === undefined) return [];
  const all = others.reduce((sum, one) => sql`${sum} union all ${one}`, first);
  const rows = await sql<ScoredTarget[]>`
    select kind, id, title, detail, max(score)::integer as score from (${all}) as found
    group by kind, id, title, detail order by score desc, kind, title limit ${countMax * 2}`;
  return rows.map((row) => ({ ...row }));
}

function airframeBranches(sql: Sql, { code }: LookupText): Fragment[] {
  const detail = sql`nullif(concat_ws(' · ', icao, type, coalesce(owner, operator)), '')`;
  const plain = sql`replace(tail, '-', '')`;
  const latest = sql`order by last_received_at desc nulls last limit 4`;
  const branches: Fragment[] = [];
  if (/^[0-9A-F]{6}$/.test(code)) {
    branches.push(sql`
      select 'icao' as kind, icao as id, icao as title,
        nullif(concat_ws(' · ', tail, type, coalesce(owner, operator)), '') as detail, 100 as score
      from airframes where icao = ${code} ${latest}`);
  }
  if (/^[A-Z0-9]{2,9}$/.test(code)) {
    branches.push(sql`
      select 'tail' as kind, coalesce(icao, id::text) as id, tail as title, ${detail} as detail, 95 as score
      from airframes where tail is not null and ${plain} = ${code} ${latest}`);
  }
  if (/^[A-Z0-9]{3,9}$/.test(code)) {
    branches.push(sql`
      select 'tail' as kind, coalesce(icao, id::text) as id, tail as title, ${detail} as detail, 60 as score
      from (
        select * from airframes
        where tail is not null and ${plain} ~>=~ ${code} and ${plain} ~<~ ${`${code}\u{10FFFF}`}
        limit ${prefixRowsMax}
      ) as begun ${latest}`);
  }
  return branches;
}

function flightBranches(sql: Sql, { flightKeys }: LookupText): Fragment[] {
  const [key] = flightKeys;
  if (key === undefined) return [];
  const target = (score: Fragment) => sql`
    select 'flight' as kind, f.id::text as id, f.flight_key as title, concat_ws(' · ', a.tail,
      nullif(concat_ws('–', f.departing_airport, f.destination_airport), ''),
      to_char(f.first_received_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')) as detail, ${score} as score`;
  const branches = [
    sql`${target(sql`case when f.recency = 1 then 90 else 65 end`)}
    from (
      select *, row_number() over (order by first_received_at desc) as recency
      from flights where flight_key = any(${[...flightKeys]})
      order by first_received_at desc limit 3
    ) as f left join airframes a on a.id = f.airframe_id`,
  ];
  if (!/^[A-Z0-9]{2,3}\d/.test(key)) return branches;
  branches.push(sql`${target(sql`55`)}
    from (
      select distinct on (flight_key) * from (
        select * from flights
        where flight_key ~>=~ ${key} and flight_key ~<~ ${`${key}\u{10FFFF}`}
          and flight_key <> ${key} and first_received_at > now() - interval '36 hours'
        limit ${prefixRowsMax}
      ) as begun order by flight_key, first_received_at desc limit 4
    ) as f left join airframes a on a.id = f.airframe_id`);
  return branches;
}

function codeBranches(sql: Sql, { code }: LookupText): Fragment[] {
  const branches: Fragment[] = [];
  if (/^[A-Z0-9]{2,3}$/.test(code)) {
    branches.push(sql`
      select 'airline' as kind, icao as id, name as title, ${airlineDetail(sql)} as detail, 85 as score
      from airlines where icao = ${code} or (iata = ${code} and holds_iata)`);
  }
  if (/^[A-Z0-9]{3,4}$/.test(code)) {
    branches.push(sql`
      select 'airport' as kind, code as id, name as title, ${airportDetail(sql)} as detail, 80 as score
      from airports where icao = ${code} or iata = ${code}`);
  }
  return branches;
}

function stationBranches(sql: Sql, { text, accountId }: LookupText): Fragment[] {
  const ident = text.toLowerCase();
  return [
    sql`
    select 'station' as kind, id::text as id, ident as title,
      nullif(concat_ws(' · ', source_type, country_code), '') as detail,
      case when lower(ident) = ${ident} then 98 else 75 end as score
    from stations
    where starts_with(lower(ident), ${ident}) and ident <> ''
      and (not hidden and not provisional or account_id = ${accountId})
    order by score desc, last_received_at desc nulls last limit 4`,
    sql`
    select 'ground_station' as kind, id, coalesce(name, id) as title,
      nullif(concat_ws(' · ', upper(system), address, nullif(array_to_string(airports, ', '), '')), '') as detail,
      case when id = ${ident} or address = ${text.toUpperCase()} then 88 else 30 end as score
    from ground_stations
    where id = ${ident} or address = ${text.toUpperCase()}
      or (${text.length >= partCharsMin} and position(${ident} in lower(name)) > 0)
    order by score desc, last_active_at desc nulls last limit 3`,
  ];
}

function nameBranches(sql: Sql, { text }: LookupText): Fragment[] {
  if (!/[\p{L}\p{N}]{3}/u.test(text)) return [];
  // A name with a word that begins so is better than one that only contains the part.
  const begins = (name: Fragment) =>
    sql`position(${` ${text.toLowerCase()}`} in ' ' || lower(${name})) > 0`;
  return [
    sql`
    select 'airline' as kind, icao as id, name as title, ${airlineDetail(sql)} as detail,
      case when starts_with(lower(name), ${text.toLowerCase()}) then 60 when ${begins(sql`name`)} then 50 else 30 end as score
    from airlines where ${hasName(sql, sql`name`, text)} order by score desc, length(name) limit 4`,
    namedAirports(sql, text),
  ];
}

/** Traffic beyond this does not make an airport better. */
const trafficMax = 512;

/**
 * Finds airports by a part of their names or their city, the busiest first: those of a city with this very name come before
 * airlines that have it in theirs, and where flights begin and end before airfields.
 */
function namedAirports(sql: Sql, text: string): Fragment {
  const fullName = sql`name || ' ' || coalesce(city, '')`;
  const begins = sql`position(${` ${text.toLowerCase()}`} in ' ' || lower(${fullName})) > 0`;
  const flightsOf = (airport: Fragment) => sql`
    select from flights
    where ${airport} in (named.icao, named.iata) and first_received_at > now() - interval '7 days'
    limit ${trafficMax}`;
  return sql`
    select 'airport' as kind, code as id, name as title, ${airportDetail(sql)} as detail,
      (case when not begins then 25 when iata is null then 40 when is_city then 55 else 45 end
        + case when begins then floor(log(2, (1 + traffic.flights)::numeric)) else 0 end)::integer as score
    from (
      select *, ${begins} as begins,
        coalesce(fold_name(city) = fold_name(${text}), false) as is_city
      from airports where ${hasName(sql, fullName, text)}
      order by is_city desc, begins desc, iata is null, length(name) limit 24
    ) as named
    cross join lateral (
      select count(*)::float8 as flights from (
        (${flightsOf(sql`departing_airport`)}) union all (${flightsOf(sql`destination_airport`)})
      ) as all_flights
    ) as traffic
    order by score desc, length(name) limit 4`;
}

function airlineDetail(sql: Sql): Fragment {
  return sql`concat_ws(' · ', icao, case when holds_iata then iata end)`;
}

function airportDetail(sql: Sql): Fragment {
  return sql`nullif(concat_ws(' · ', icao, iata, city, country_code), '')`;
}
