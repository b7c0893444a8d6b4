import * as db from "@jetwire/db";
import { type AirlineCodes, type KnownCodes, noCodes, type SniffFilter } from "@jetwire/protocol";
import { Cache, CachedValue } from "@jetwire/runtime";
import type { Query } from "../query.ts";

/** Looks up the codes of the airline and the airport that a filter names. */
export type FilterCodes = ReturnType<typeof createFilterCodes>;

const ttlMs = 10 * 60_000;
const airportsMax = 1_000;

/** @param readAirlines reads the codes of all airlines */
export function createFilterCodes(readAirlines: () => Promise<AirlineCodes>, query: Query) {
  const airlines = new CachedValue(readAirlines, { ttlMs, staleOnError: true });
  const airports = new Cache<string, readonly string[]>({
    entriesMax: airportsMax,
    ttlMs,
    staleOnError: true,
    fetch: (code) => query((sql) => db.airports.spellings(sql, code)),
  });
  return {
    /** Finds things by the given code only while the others cannot be looked up. */
    async of({ flight, airline, airport }: SniffFilter): Promise<KnownCodes> {
      const needsAirlines = flight !== undefined || airline !== undefined;
      const [known, spellings] = await Promise.all([
        needsAirlines ? airlines.get().catch(() => noCodes.airlines) : noCodes.airlines,
        airport === undefined ? noCodes.airports : airports.get(airport).catch(() => [airport]),
      ]);
      return { airlines: known, airports: spellings };
    },
  };
}
