import { readDataRows } from "../data-rows.ts";

/** An airport of the list, with at least one of its codes. */
export interface ListedAirport {
  /** ICAO location indicator: 4 letters. */
  readonly icao: string | null;
  /** IATA location code: 3 characters. */
  readonly iata: string | null;
  readonly name: string;
  readonly city: string | null;
  /** ISO 3166-1 alpha-2 code. */
  readonly countryCode: string | null;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Feet. */
  readonly elevation: number | null;
}

/** Reads the list of airports. It is not kept in memory: the list is read once, to fill a table. */
export function readAirports(): ListedAirport[] {
  return readDataRows("airports.tsv").map(
    ([
      icao = "",
      iata = "",
      name = "",
      city = "",
      country = "",
      latitude,
      longitude,
      elevation = "",
    ]) => ({
      icao: icao || null,
      iata: iata || null,
      name,
      city: city || null,
      countryCode: country || null,
      latitude: Number(latitude),
      longitude: Number(longitude),
      elevation: elevation === "" ? null : Number(elevation),
    }),
  );
}
