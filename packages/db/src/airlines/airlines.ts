import type { Airline, AirlineCodes } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { allOf, hasName, isOneOf } from "../query/conditions.ts";
import { keyset, type Page } from "../query/keyset.ts";
import { airlineOf } from "../flights/flights.ts";

/** IATA codes to the ICAO code of their holder: what `flightKey` takes. */
export async function loadCodes(sql: Sql): Promise<AirlineCodes> {
  const rows = await sql<{ iata: string; icao: string }[]>`
    select iata, icao from airlines where holds_iata`;
  return new Map(rows.map((row) => [row.iata, row.icao]));
}

/** A page of airlines; cursors are ICAO codes. */
export interface AirlineListOptions extends Page {
  /** A part of the name, in any case, with or without diacritics. */
  readonly name?: string | undefined;
}

/** Lists airlines by descending ICAO code. */
export async function list(sql: Sql, page: AirlineListOptions): Promise<Airline[]> {
  const { name } = page;
  const { within, ordered, inOrder } = keyset(sql, page, ["icao"]);
  const conditions = allOf(sql, [within, name !== undefined && hasName(sql, sql`name`, name)]);
  const rows = await sql<Airline[]>`
    select ${columns(sql)} from airlines where ${conditions} ${ordered}`;
  return inOrder(rows).map((row) => ({ ...row }));
}

/** Returns the airline with an ICAO code, or the holder of an IATA code. */
export async function find(sql: Sql, code: string): Promise<Airline | null> {
  const [row] = await sql<Airline[]>`
    select ${columns(sql)} from airlines
    where icao = ${code} or (iata = ${code} and holds_iata)`;
  return row === undefined ? null : { ...row };
}

/** Whether the table of airlines or a stored flight has one of the codes, IATA or ICAO. */
export async function isKnown(sql: Sql, codes: readonly string[]): Promise<boolean> {
  const [row] = await sql<{ isKnown: boolean }[]>`
    select exists (select from airlines where icao = any(${[...codes]}) or iata = any(${[...codes]}))
      or exists (select from flights f where ${isOneOf(sql, airlineOf(sql), codes)}) as is_known`;
  return row?.isKnown === true;
}

/** Returns the names of airlines by the codes that flights have: ICAO, or IATA of its holder. */
export async function namesOf(sql: Sql, codes: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ code: string; name: string }[]>`
    select icao as code, name from airlines where icao = any(${[...codes]})
    union all
    select iata, name from airlines where iata = any(${[...codes]}) and holds_iata`;
  return new Map(rows.map(({ code, name }) => [code, name]));
}

function columns(sql: Sql) {
  return sql`icao as id, icao, case when holds_iata then iata end as iata, name, country_code`;
}
