import type { FlightSummary } from "@jetwire/protocol";
import type { NamedAirport } from "./airport-link.tsx";

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

/** The airports of a flight, as its messages name them. */
export function routeOf(flight: FlightSummary): { from: NamedAirport; to: NamedAirport } {
  const { departingAirport, destinationAirport, departure, destination } = flight;
  return {
    from: { code: departingAirport, airport: departure },
    to: { code: destinationAirport, airport: destination },
  };
}
