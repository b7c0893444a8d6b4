import { AppError, airlineSpellings, flightSpellings } from "@jetwire/protocol";
import { cachedValue } from "@jetwire/runtime";
import * as airlines from "../airlines/airlines.ts";
import type { RunQueries } from "../connection/database.ts";

const airlinesTtlMs = 10 * 60_000;

export type FlightKeys = ReturnType<typeof createKeys>;

/** Translates flight numbers to the keys under which their messages are stored. */
export function createKeys(read: RunQueries) {
  const codes = cachedValue(() => read(airlines.loadCodes), {
    ttlMs: airlinesTtlMs,
    staleOnError: true,
  });
  return {
    /** Returns the codes with which keys of an airline's flights begin: the given one, and the other one. */
    async airlineCodes(code: string): Promise<string[]> {
      return airlineSpellings(code, await codes.get());
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
