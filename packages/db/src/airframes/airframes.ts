import type { Airframe, MessageAirframe } from "@jetwire/protocol";
import { addressCountry, aircraftType } from "@jetwire/reference";
import type { Sql } from "../connection/database.ts";
import { allOf, hasPrefix, isOneOf } from "../query/conditions.ts";
import { keyset, type Page } from "../query/keyset.ts";

type Row = Omit<Airframe, "countryCode">;

/** Returns the members of airframes that the firehose shows, by id; unknown ids are left out. */
export async function byId(
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, MessageAirframe>> {
  const rows = await sql<MessageAirframe[]>`
    select id, icao, tail, type, manufacturer, model, owner, military
    from airframes where id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map((row) => [row.id, withType({ ...row })]));
}

/** Adds the manufacturer and model of the type, if a register has given neither. */
function withType<Of extends MessageAirframe>(airframe: Of): Of {
  const { type, manufacturer, model } = airframe;
  if (type === null || manufacturer !== null || model !== null) return airframe;
  return { ...airframe, ...aircraftType(type) };
}

/** A page of airframes by id. */
export interface AirframeListOptions extends Page {
  /** The tail without hyphens. */
  readonly tail?: string | undefined;
  readonly icao?: string | undefined;
  readonly type?: string | undefined;
  /** Prefixes, in any case. */
  readonly owner?: string | undefined;
  readonly operator?: string | undefined;
}

/** Lists airframes by descending id. */
export async function list(sql: Sql, page: AirframeListOptions): Promise<Airframe[]> {
  const { tail, icao, type, owner, operator } = page;
  const { within, ordered, inOrder } = keyset(sql, page, ["id"]);
  const conditions = allOf(sql, [
    within,
    tail !== undefined && hasTail(sql, tail),
    icao !== undefined && sql`icao = ${icao}`,
    type !== undefined && sql`type = ${type}`,
    owner !== undefined && hasPrefix(sql, sql`lower(owner)`, owner),
    operator !== undefined && hasPrefix(sql, sql`lower(operator)`, operator),
  ]);
  const rows = await sql<Row[]>`
    select ${columns(sql)} from airframes where ${conditions} ${ordered}`;
  return inOrder(rows).map(toAirframe);
}

/** Lists the airframes that flew flights of an airline since a time, by descending id. */
export async function listFleet(
  sql: Sql,
  { airlines, since, ...page }: Page & { airlines: readonly string[]; since: Date },
): Promise<Airframe[]> {
  const { within, ordered, inOrder } = keyset(sql, page, ["id"]);
  const airline = sql`substring(flight_key from '^([A-Z]{3}|[A-Z][A-Z0-9]|[0-9][A-Z])[0-9]')`;
  const rows = await sql<Row[]>`
    select ${columns(sql)} from airframes
    where ${within} and id in (
      select airframe_id from flights
      where ${isOneOf(sql, airline, airlines)} and first_received_at >= ${since}
    ) ${ordered}`;
  return inOrder(rows).map(toAirframe);
}

/** Names an airframe by its id, or by its 24-bit address or tail, with or without hyphens. */
export type AirframeName = { readonly id: string } | { readonly name: string };

const sameMax = 8;

/**
 * Returns the airframes of a name, the one received last first. There are two if the tail was received
 * before the address was known: messages keep the airframe that they were linked to.
 */
export async function find(sql: Sql, which: AirframeName): Promise<Airframe[]> {
  if ("id" in which) return await select(sql`id = ${which.id}`);
  if (/^[0-9A-F]{6}$/.test(which.name)) {
    const byAddress = await select(sql`icao = ${which.name}`);
    if (byAddress.length > 0) return byAddress;
  }
  const plain = which.name.replaceAll("-", "");
  const byTail = await select(hasTail(sql, plain));
  if (byTail.length > 0) return byTail;
  return await select(
    sql`register_tail is not null and replace(register_tail, '-', '') = ${plain}`,
  );

  async function select(condition: ReturnType<typeof hasTail>): Promise<Airframe[]> {
    const rows = await sql<Row[]>`
      select ${columns(sql)} from airframes where ${condition}
      order by last_received_at desc nulls last, id limit ${sameMax}`;
    return rows.map(toAirframe);
  }
}

/** Returns the airframe with an address that was received last; null if there is none. */
export async function findLatest(sql: Sql): Promise<Airframe | null> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from airframes where icao is not null and last_received_at is not null
    order by last_received_at desc limit 1`;
  return row === undefined ? null : toAirframe(row);
}

function hasTail(sql: Sql, plain: string) {
  return sql`tail is not null and replace(tail, '-', '') = ${plain}`;
}

function columns(sql: Sql) {
  return sql`id, icao, tail, type, manufacturer, model, owner, military, operator,
    first_received_at as first_heard_at, last_received_at as last_heard_at`;
}

function toAirframe(row: Row): Airframe {
  return {
    ...withType(row),
    countryCode: row.icao === null ? null : addressCountry(row.icao),
  };
}
