import type { Sql } from "../connection/database.ts";

/** A station as a list describes it; null where the list has no value. */
export interface StationToImport {
  /** Its line in the list. */
  readonly line: number;
  readonly ident: string;
  /** Its owner's username. */
  readonly account: string | null;
  readonly sourceType: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly countryCode: string | null;
  readonly showsExactPosition: boolean | null;
  readonly hidden: boolean | null;
}

export interface StationsImported {
  readonly added: number;
  readonly changed: number;
  readonly refused: readonly { line: number; reason: string }[];
}

/**
 * Imports a batch of stations, each ident once, in one statement. Values that the list lacks stay.
 * Unknown accounts are refused, and stations of other accounts unless `moves` is set.
 */
export async function importList(
  sql: Sql,
  stations: readonly StationToImport[],
  moves: boolean,
): Promise<StationsImported> {
  function column<Value>(read: (station: StationToImport) => Value): Value[] {
    return stations.map(read);
  }
  const [row] = await sql<(StationsImported & { refused: StationsImported["refused"] | null })[]>`
    with given as (
      select line, ident, account, source_type, latitude, longitude, country_code,
        exact::boolean as exact, hidden::boolean as hidden
      from unnest(
        ${column(({ line }) => line)}::integer[],
        ${column(({ ident }) => ident)}::text[],
        ${column(({ account }) => account)}::text[],
        ${column(({ sourceType }) => sourceType)}::text[],
        ${column(({ latitude }) => latitude)}::float8[],
        ${column(({ longitude }) => longitude)}::float8[],
        ${column(({ countryCode }) => countryCode)}::text[],
        ${column(({ showsExactPosition }) => flagText(showsExactPosition))}::text[],
        ${column(({ hidden }) => flagText(hidden))}::text[]
      ) as g (line, ident, account, source_type, latitude, longitude, country_code, exact, hidden)
    ),
    judged as materialized (
      select g.*, s.id as station_id, a.id as account_id,
        case
          when g.account is not null and a.id is null then 'there is no such account'
          when s.account_id <> a.id and not ${moves}::boolean then 'it is another account''s'
        end as reason
      from given g
      left join accounts a on lower(a.username) = lower(g.account) and a.ended_at is null
      left join stations s on s.ident = g.ident
    ),
    merged as (
      select s.id, coalesce(j.account_id, s.account_id) as account_id,
        coalesce(j.source_type, s.source_type) as source_type,
        coalesce(j.latitude, s.latitude) as latitude,
        coalesce(j.longitude, s.longitude) as longitude,
        coalesce(j.country_code, s.country_code) as country_code,
        coalesce(j.exact, s.shows_exact_position) as exact,
        coalesce(j.hidden, s.hidden) as hidden
      from judged j join stations s on s.id = j.station_id
      where j.reason is null
    ),
    changed as (
      update stations s set account_id = m.account_id, source_type = m.source_type,
        latitude = m.latitude, longitude = m.longitude, country_code = m.country_code,
        shows_exact_position = m.exact, hidden = m.hidden, provisional = false, updated_at = now()
      from merged m
      where s.id = m.id and
        (s.account_id, s.source_type, s.latitude, s.longitude, s.country_code,
          s.shows_exact_position, s.hidden)
        is distinct from
        (m.account_id, m.source_type, m.latitude, m.longitude, m.country_code, m.exact, m.hidden)
      returning s.id
    ),
    added as (
      insert into stations (ident, account_id, source_type, latitude, longitude, country_code,
        shows_exact_position, hidden)
      select ident, account_id, source_type, latitude, longitude, country_code,
        coalesce(exact, false), coalesce(hidden, false)
      from judged where reason is null and station_id is null
      order by line
      on conflict (ident) do nothing
      returning id
    )
    select (select count(*) from added) as added, (select count(*) from changed) as changed,
      (select jsonb_agg(jsonb_build_object('line', line, 'reason', reason) order by line)
       from judged where reason is not null) as refused`;
  return { added: row?.added ?? 0, changed: row?.changed ?? 0, refused: row?.refused ?? [] };
}

/** The driver takes an array of booleans for one boolean. */
function flagText(value: boolean | null): string | null {
  return value === null ? null : String(value);
}
