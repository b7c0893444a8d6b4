import type { AirlineCodes } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/** IATA codes to the ICAO code of their holder: what `flightKey` takes. */
export async function loadAirlineCodes(sql: Sql): Promise<AirlineCodes> {
  const rows = await sql<{ iata: string; icao: string }[]>`
    select iata, icao from airlines where holds_iata`;
  return new Map(rows.map((row) => [row.iata, row.icao]));
}
