import * as db from "@jetwire/db";
import type { Airline } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";

/** The airline of a callsign, and the callsign with its IATA code; both null if the airline is unknown. */
export interface CallsignNames {
  readonly airline: Airline | null;
  readonly callsignIata: string | null;
}

/** Looks up the airline of a callsign like `UAL123`. */
export async function namesOfCallsign(read: Read, callsign: string): Promise<CallsignNames> {
  const code = /^[A-Z]{3}(?=[0-9])/.exec(callsign)?.[0];
  const airline = code === undefined ? null : await read((sql) => db.airlines.find(sql, code));
  return { airline, callsignIata: airline?.iata ? airline.iata + callsign.slice(3) : null };
}
