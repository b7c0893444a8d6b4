import { AppError, flightKey } from "@jetwire/protocol";
import type { Airlines } from "./airline-codes.ts";

/**
 * The keys under which a flight's messages may be stored: its one spelling, and the one by IATA code
 * that messages got while their airline wasn't in the table. Null when nothing identifies a flight.
 */
function flightKeysOf(flight: string, airlines: Airlines): string[] | null {
  const key = flightKey(flight, airlines.icaoByIata);
  if (key === null) return null;
  const iata = /^[A-Z]{3}[0-9]/.test(key) ? airlines.iataByIcao.get(key.slice(0, 3)) : undefined;
  return iata === undefined ? [key] : [key, iata + key.slice(3)];
}

/** The same for a parameter `flight`. @throws AppError `invalid_request` when it names no flight. */
export function requireFlightKeys(flight: string, airlines: Airlines): string[] {
  const keys = flightKeysOf(flight, airlines);
  if (keys !== null) return keys;
  throw new AppError("invalid_request", "Wrong parameters: flight", {
    errors: [{ field: "flight", message: "names no flight" }],
  });
}
