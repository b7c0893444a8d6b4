import type { Sql } from "../connection/database.ts";
import * as stableIds from "./stable-ids.ts";

/** An airframe as a register describes it, with an address or a tail. */
export interface AirframeOfRegister {
  /** 6 upper-case hex digits. */
  readonly icao: string | null;
  readonly tail: string | null;
  readonly type: string | null;
  readonly manufacturer: string | null;
  readonly model: string | null;
  readonly owner: string | null;
  readonly operator: string | null;
  readonly military: boolean | null;
}

export interface AirframesImported {
  /** Airframes that are new, and those known before that something changed of. */
  readonly added: number;
  readonly changed: number;
  /** The ids of the airframes that have both address and tail, for ingest's directory. */
  readonly pairs: readonly { id: string; icao: string; tail: string }[];
}

/** Airframes that may share an address or tail; with a limit each is looked up by its index. */
const sameMax = 8;

/**
 * Imports a batch of a register, each address and each tail at most once, in one statement.
 * A known airframe, found by its address or else by its tail, keeps its id. The register's details
 * replace earlier ones; values that it lacks stay. A received tail takes precedence over the
 * register's, which may be old. Importing a batch again changes nothing.
 *
 * Rows are locked in the order in which they are stored with messages, so the two wait for each
 * other rather than fail.
 */
export async function importRegister(
  sql: Sql,
  airframes: readonly AirframeOfRegister[],
): Promise<AirframesImported> {
  const rows = airframes.filter(({ icao, tail }) => icao !== null || tail !== null);
  function column<Value>(read: (airframe: AirframeOfRegister) => Value): Value[] {
    return rows.map(read);
  }
  const [row] = await sql<(AirframesImported & { pairs: AirframesImported["pairs"] | null })[]>`
    with given as materialized (
      select id, icao, tail, replace(tail, '-', '') as plain, type, manufacturer, model, owner,
        operator, military::boolean as military
      from unnest(
        ${column(({ icao, tail }) => stableIds.ofAirframe(icao ?? tail ?? ""))}::uuid[],
        ${column(({ icao }) => icao)}::text[],
        ${column(({ tail }) => tail)}::text[],
        ${column(({ type }) => type)}::text[],
        ${column(({ manufacturer }) => manufacturer)}::text[],
        ${column(({ model }) => model)}::text[],
        ${column(({ owner }) => owner)}::text[],
        ${column(({ operator }) => operator)}::text[],
        ${column(({ military }) => (military === null ? null : String(military)))}::text[]
      ) as g (id, icao, tail, type, manufacturer, model, owner, operator, military)
    ),
    known as materialized (
      select distinct on (known_id) known_id, id
      from (
        select a.id as known_id, g.id, 1 as rank
        from given g cross join lateral (
          select id from airframes where icao = g.icao limit ${sameMax}
        ) as a
        union all
        select a.id, g.id, 2
        from given g cross join lateral (
          select id from airframes
          where replace(tail, '-', '') = g.plain and tail is not null
            and (icao is null or g.icao is null)
          limit ${sameMax}
        ) as a
      ) as found
      order by known_id, rank, id
    ),
    locked as materialized (
      select a.id from airframes a where a.id in (select known_id from known) order by a.id for update
    ),
    merged as (
      select a.id, g.id as given_id,
        coalesce(a.icao, g.icao) as icao,
        coalesce(case when a.last_received_at is not null then a.tail end, g.tail, a.tail) as tail,
        coalesce(g.tail, a.register_tail) as register_tail,
        coalesce(g.type, a.type) as type,
        coalesce(g.manufacturer, a.manufacturer) as manufacturer,
        coalesce(g.model, a.model) as model,
        coalesce(g.owner, a.owner) as owner,
        coalesce(g.operator, a.operator) as operator,
        coalesce(g.military, a.military) as military
      from known k join given g on g.id = k.id join airframes a on a.id = k.known_id
      where a.id in (select id from locked)
    ),
    changed as (
      update airframes a set icao = m.icao, tail = m.tail, register_tail = m.register_tail, type = m.type,
        manufacturer = m.manufacturer, model = m.model, owner = m.owner, operator = m.operator,
        military = m.military, updated_at = now()
      from merged m
      where a.id = m.id and
        (a.icao, a.tail, a.register_tail, a.type, a.manufacturer, a.model, a.owner, a.operator, a.military)
        is distinct from
        (m.icao, m.tail, m.register_tail, m.type, m.manufacturer, m.model, m.owner, m.operator, m.military)
      returning a.id
    ),
    added as (
      insert into airframes (id, icao, tail, register_tail, type, manufacturer, model, owner, operator, military)
      select id, icao, tail, tail, type, manufacturer, model, owner, operator, military
      from given g where not exists (select 1 from known k where k.id = g.id)
      order by id
      on conflict (id) do update set
        icao = coalesce(airframes.icao, excluded.icao), tail = coalesce(airframes.tail, excluded.tail),
        register_tail = coalesce(excluded.register_tail, airframes.register_tail), type = excluded.type, manufacturer = excluded.manufacturer, model = excluded.model,
        owner = excluded.owner, operator = excluded.operator, military = excluded.military
      returning id, icao, tail
    ),
    pairs as (
      select id, icao, tail from added where icao is not null and tail is not null
      union
      select id, icao, tail from merged where icao is not null and tail is not null
    )
    select (select count(*) from added) as added, (select count(*) from changed) as changed,
      (select jsonb_agg(jsonb_build_object('id', id, 'icao', icao, 'tail', tail)) from pairs) as pairs`;
  return { added: row?.added ?? 0, changed: row?.changed ?? 0, pairs: row?.pairs ?? [] };
}
