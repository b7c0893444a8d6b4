import { loadAirlineCodes } from "@jetwire/db";
import type { AirlineCodes } from "@jetwire/protocol";
import { createLastKnown } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";

export interface Airlines {
  readonly icaoByIata: AirlineCodes;
  /** The other way round, for the airlines that hold an IATA code. */
  readonly iataByIcao: AirlineCodes;
}

const keptMs = 10 * 60_000;

/** The airline codes, read when first needed and again when ten minutes old; old ones serve on. */
export function createAirlines(read: Read, now: () => number): () => Promise<Airlines> {
  return createLastKnown(
    async () => {
      const icaoByIata = await read((sql) => loadAirlineCodes(sql));
      const iataByIcao = new Map([...icaoByIata].map(([iata, icao]) => [icao, iata]));
      return { icaoByIata, iataByIcao };
    },
    keptMs,
    now,
  );
}
