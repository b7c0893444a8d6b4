import { flightKey } from "@jetwire/protocol";
import type { Airlines } from "./airline-codes.ts";

/**
 * The keys under which a flight's messages may be stored: its one spelling, and the one by IATA code
 * that messages got while their airline wasn't in the table. Null when nothing identifies a flight.
 */
export function flightKeysOf(flight: string, airlines: Airlines): string[] | null {
  const key = flightKey(flight, airlines.icaoByIata);
  if (key === null) return null;
  const iata = /^[A-Z]{3}[0-9]/.test(key) ? airlines.iataByIcao.get(key.slice(0, 3)) : undefined;
  return iata === undefined ? [key] : [key, iata + key.slice(3)];
}
