import { AppError, airlineSpellings, flightSpellings } from "@jetwire/protocol";
import { Cache, CachedValue } from "@jetwire/runtime";
import * as airlines from "../airlines/airlines.ts";
import type { RunQueries } from "../connection/database.ts";

const airlinesTtlMs = 10 * 60_000;
/** The first flight of an airline makes its code known within this time. */
const unknownTtlMs = 30_000;
const codesMax = 1_000;

export type FlightKeys = ReturnType<typeof createKeys>;

/** Translates flight numbers to the keys under which their messages are stored. */
export function createKeys(read: RunQueries) {
  const codes = new CachedValue(() => read(airlines.loadCodes), {
    ttlMs: airlinesTtlMs,
    staleOnError: true,
  });
  const known = new Cache<string, boolean>({
    entriesMax: codesMax,
    ttlMs: airlinesTtlMs,
    ttlMsOf: (isKnown) => (isKnown ? airlinesTtlMs : unknownTtlMs),
    staleOnError: true,
    async fetch(code) {
      const spellings = airlineSpellings(code, await codes.get());
      return await read((sql) => airlines.isKnown(sql, spellings));
    },
  });
  return {
    /** Returns the codes with which keys of an airline's flights begin: the given one, and the other one. */
    async airlineCodes(code: string): Promise<string[]> {
      return airlineSpellings(code, await codes.get());
    },

    /**
     * Checks that the table of airlines or a stored flight has an airline's code. The answer is kept for ten minutes,
     * for 30 seconds if nothing has the code.
     *
     * @throws AppError `invalid_request` if nothing has it
     */
    async requireAirline(code: string): Promise<void> {
      if (await known.get(code)) return;
      throw new AppError("invalid_request", "Invalid query parameters: airline", {
        errors: [{ field: "airline", message: "is not the code of a known airline" }],
      });
    },

    /** Returns the keys under which messages name a flight, the one with the ICAO code first; none if it names no flight. */
    async spellings(flight: string): Promise<string[]> {
      return flightSpellings(flight, await codes.get());
    },

    /**
     * Returns the keys of the parameter `flight`.
     *
     * @throws AppError `invalid_request` if it is not a flight number
     */
    async of(flight: string): Promise<string[]> {
      const keys = flightSpellings(flight, await codes.get());
      if (keys.length > 0) return keys;
      throw new AppError("invalid_request", "Invalid query parameters: flight", {
        errors: [{ field: "flight", message: "is not a flight number" }],
      });
    },
  };
}
