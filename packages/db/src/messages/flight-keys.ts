import { AppError, airlineSpellings, flightKey } from "@jetwire/protocol";
import { cachedValue } from "@jetwire/runtime";
import { loadAirlineCodes } from "../airframes/airlines.ts";
import type { RunQueries } from "../connection/database.ts";

const airlinesTtlMs = 10 * 60_000;

export type FlightKeys = ReturnType<typeof createFlightKeys>;

/** Translates flight numbers to the keys under which their messages are stored. */
export function createFlightKeys(read: RunQueries) {
  const airlines = cachedValue(
    async () => {
      const icaoByIata = await read(loadAirlineCodes);
      const iataByIcao = new Map([...icaoByIata].map(([iata, icao]) => [icao, iata]));
      return { icaoByIata, iataByIcao };
    },
    { ttlMs: airlinesTtlMs, staleOnError: true },
  );
  return {
    /** Returns the codes with which keys of an airline's flights begin: the given one, and the other one. */
    async airlineCodes(code: string): Promise<string[]> {
      return airlineSpellings(code, (await airlines.get()).icaoByIata);
    },

    /**
     * Returns the keys of the parameter `flight`: the flight's key, and the key with the IATA code,
     * which messages got while their airline was not in the table.
     *
     * @throws AppError `invalid_request` if it is not a flight number
     */
    async of(flight: string): Promise<string[]> {
      const { icaoByIata, iataByIcao } = await airlines.get();
      const key = flightKey(flight, icaoByIata);
      if (key === null) {
        throw new AppError("invalid_request", "Invalid query parameters: flight", {
          errors: [{ field: "flight", message: "is not a flight number" }],
        });
      }
      const hasIcaoCode = /^[A-Z]{3}[0-9]/.test(key);
      const iata = hasIcaoCode ? iataByIcao.get(key.slice(0, 3)) : undefined;
      return iata === undefined ? [key] : [key, iata + key.slice(3)];
    },
  };
}
