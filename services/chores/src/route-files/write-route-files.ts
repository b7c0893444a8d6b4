import { open } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { routeFiles } from "@jetwire/db";
import { type Airport, type RouteFileName, routeFilesFormat } from "@jetwire/protocol";

const pageRows = 5_000;
const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const header = [
  "callsign",
  "departure",
  "departure_iata",
  "destination",
  "destination_iata",
  "flights",
  ...weekdays,
  "last_on",
  "sure",
];

const tables = `
  pragma journal_mode = off;
  pragma synchronous = off;
  pragma user_version = ${routeFilesFormat};
  create table about (name text primary key, value text not null) without rowid;
  create table airports (
    code text primary key, icao text, iata text, name text not null, city text, country text,
    latitude real not null, longitude real not null, elevation real
  ) without rowid;
  create table routes (
    callsign text not null, departure text not null, destination text not null, flights integer not null,
    ${weekdays.map((day) => `${day} integer not null`).join(", ")},
    last_on text not null, sure real not null,
    primary key (callsign, departure, destination)
  ) without rowid;
  begin`;

/** Reads what is written into the files. */
export interface RouteSource {
  /** Reads the routes that follow one, at most `limit`. */
  readonly pageAfter: (
    after: routeFiles.RouteKey | null,
    limit: number,
  ) => Promise<readonly routeFiles.RouteRow[]>;
  readonly airports: () => Promise<readonly Airport[]>;
  /** Rows of the table that describes the file. */
  readonly about: Readonly<Record<string, string>>;
}

/** Writes the same routes as CSV and as SQLite into an empty folder. No part of the memory grows with their number. */
export async function writeRouteFiles(
  folder: string,
  { pageAfter, airports, about }: RouteSource,
): Promise<{ routes: number; paths: ReadonlyMap<RouteFileName, string> }> {
  const paths = { csv: join(folder, "routes.csv"), sqlite: join(folder, "routes.sqlite") };
  await using csv = await open(paths.csv, "wx");
  using sqlite = new DatabaseSync(paths.sqlite);
  sqlite.exec(tables);
  const describe = sqlite.prepare("insert into about values (?, ?)");
  for (const [name, value] of Object.entries(about)) describe.run(name, value);
  const addAirport = sqlite.prepare("insert into airports values (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const airport of await airports()) {
    const { id, icao, iata, name, city, countryCode, latitude, longitude, elevation } = airport;
    addAirport.run(id, icao, iata, name, city, countryCode, latitude, longitude, elevation);
  }
  const addRoute = sqlite.prepare(
    `insert into routes values (${Array.from({ length: 6 + weekdays.length }, () => "?").join(", ")})`,
  );
  await csv.write(`${header.join(",")}\n`);
  let routes = 0;
  let page: readonly routeFiles.RouteRow[];
  let last: routeFiles.RouteRow | null = null;
  do {
    page = await pageAfter(last, pageRows);
    let lines = "";
    for (const row of page) {
      const { callsign, departure, destination, flights, lastOn, sure } = row;
      addRoute.run(callsign, departure, destination, flights, ...row.weekdays, lastOn, sure);
      const { departureIata, destinationIata } = row;
      const ends = [departure, departureIata, destination, destinationIata];
      lines += `${[callsign, ...ends, flights, ...row.weekdays, lastOn, sure].map(cell).join(",")}\n`;
    }
    await csv.write(lines);
    routes += page.length;
    last = page.at(-1) ?? null;
  } while (page.length === pageRows);
  sqlite.exec("commit");
  return {
    routes,
    paths: new Map([
      ["routes.csv", paths.csv],
      ["routes.sqlite", paths.sqlite],
    ]),
  };
}

/** Texts are codes of letters, digits and hyphens; those of unknown airports are as received, so anything else is removed. */
function cell(value: string | number | null): string {
  return String(value ?? "").replaceAll(/[^A-Za-z0-9.-]/g, "");
}
