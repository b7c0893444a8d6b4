import { loadAirlineCodes } from "@jetwire/db";
import type { AirlineCodes } from "@jetwire/protocol";
import type { Read } from "./reader.ts";

export interface Airlines {
  readonly icaoByIata: AirlineCodes;
  /** The other way round, for the airlines that hold an IATA code. */
  readonly iataByIcao: AirlineCodes;
}

const keptMs = 10 * 60_000;

/** The airline codes, read when first needed and again when ten minutes old; old ones serve on. */
export function createAirlines(read: Read, now: () => number): () => Promise<Airlines> {
  let known: { airlines: Airlines; atMs: number } | undefined;
  return async () => {
    if (known && now() - known.atMs < keptMs) return known.airlines;
    try {
      const icaoByIata = await read((sql) => loadAirlineCodes(sql));
      const iataByIcao = new Map([...icaoByIata].map(([iata, icao]) => [icao, iata]));
      known = { airlines: { icaoByIata, iataByIcao }, atMs: now() };
    } catch (error) {
      if (!known) throw error;
    }
    return known.airlines;
  };
}
