import type { FlightSummary } from "@jetwire/protocol";

/** The name of a flight: with the airline's ICAO code if it is known. */
export function flightName({
  flight,
  flightIcao,
}: Pick<FlightSummary, "flight" | "flightIcao">): string {
  return flightIcao ?? flight;
}

/** The codes of a route, `SFO–EWR`; null if neither end is known. */
export function routeCodes(flight: FlightSummary): string | null {
  const from = flight.departure?.iata ?? flight.departingAirport;
  const to = flight.destination?.iata ?? flight.destinationAirport;
  if (from === null && to === null) return null;
  return `${from ?? "?"}–${to ?? "?"}`;
}
