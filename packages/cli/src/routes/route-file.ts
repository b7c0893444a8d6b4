import { statSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { type Airport, flightSpellings, routeFilesFormat } from "@jetwire/protocol";
import { isNearRoute, type KnownRoute, type Position, surestFirst } from "@jetwire/reference";
import { CliError } from "../cli-error.ts";
import type { Terminal } from "../terminal.ts";

type Row = Readonly<Record<string, SQLOutputValue>>;

export type OpenRouteFile = ReturnType<typeof openRouteFile>;

/** Opens a file of usual routes, and again when it was replaced. @throws CliError if it is none */
export function openRouteFile({ cwd }: Pick<Terminal, "cwd">, name: string) {
  const path = resolve(cwd, name);
  let opened = open(path, name);

  /** Returns the newest file that is not damaged. */
  function current() {
    const inode = inodeOf(path);
    if (inode === null || inode === opened.inode) return opened;
    try {
      const next = open(path, name);
      opened.file.close();
      opened = next;
    } catch {
      opened.inode = inode;
    }
    return opened;
  }

  return {
    /** Returns the surest usual route of a callsign at a time. */
    find(callsign: string, position: Position | null, at: Date): KnownRoute | undefined {
      const { routes, airports } = current();
      const [key] = flightSpellings(callsign, new Map());
      const [best] = surestFirst(key === undefined ? [] : routes.all(key).map(routeOf), at);
      if (best === undefined) return undefined;
      const [from, to] = [best.departure, best.destination].map((code) => {
        const row = airports.get(code);
        return row === undefined ? null : airportOf(row);
      });
      if (!from || !to) return undefined;
      return {
        callsign: best.callsign,
        departure: { airport: from },
        destination: { airport: to },
        plausible: position && isNearRoute(position, from, to),
      };
    },
    [Symbol.dispose]: () => opened.file.close(),
  };
}

function open(path: string, name: string) {
  try {
    const inode = inodeOf(path);
    const file = new DatabaseSync(path, { readOnly: true });
    const version = file.prepare("pragma user_version").get()?.["user_version"];
    if (version !== routeFilesFormat) throw new Error("another format");
    return {
      file,
      inode,
      routes: file.prepare("select * from routes where callsign = ?"),
      airports: file.prepare("select * from airports where code = ?"),
    };
  } catch (error) {
    throw new CliError(
      "usage",
      `${name} is no file of routes (SQLite, format ${routeFilesFormat})`,
      {
        cause: error,
      },
    );
  }
}

function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}

function routeOf(row: Row) {
  const { monday, tuesday, wednesday, thursday, friday, saturday, sunday } = row;
  const days = [monday, tuesday, wednesday, thursday, friday, saturday, sunday];
  return {
    callsign: String(row["callsign"]),
    departure: String(row["departure"]),
    destination: String(row["destination"]),
    flights: Number(row["flights"]),
    weekdays: days.map(Number),
    lastOn: String(row["last_on"]),
  };
}

function airportOf(row: Row): Airport {
  return {
    id: String(row["code"]),
    icao: textOf(row["icao"]),
    iata: textOf(row["iata"]),
    name: String(row["name"]),
    city: textOf(row["city"]),
    countryCode: textOf(row["country"]),
    latitude: Number(row["latitude"]),
    longitude: Number(row["longitude"]),
    // Files of an earlier release have none.
    elevation: typeof row["elevation"] === "number" ? row["elevation"] : null,
  };
}

function textOf(value: SQLOutputValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
