import type { FlightSummary, Message } from "@jetwire/protocol";
import type { Airframe, Airline, Airport, Station } from "@jetwire/protocol";
import type { PageHead } from "./write-head.ts";

type Description = Pick<PageHead, "title" | "description">;

/** Describes a message: `N156VN REQUEST FL390, 12:59 UTC`. */
export function describeMessage(message: Message): Description {
  const { tail, flightNumber, decoded, label, sourceType, timestamp } = message;
  const aircraft = tail ?? flightNumber ?? "Message";
  const words = decoded?.description ?? (label === null ? "" : `label ${label}`);
  const kind = `A message by ${sourceType}${label === null ? "" : ` with label ${label}`}`;
  return {
    title: `${[aircraft, words].filter(Boolean).join(" ")}, ${timestamp.slice(11, 16)} UTC`,
    description: decoded?.description || `${kind}, received at ${minuteOf(timestamp)}`,
  };
}

/** Describes a flight: `UAL123 SFO–EWR`. */
export function describeFlight(flight: FlightSummary): Description {
  const { departingAirport: from, destinationAirport: to, airline, lastHeardAt } = flight;
  const route = from === null && to === null ? "" : ` ${from ?? "?"}–${to ?? "?"}`;
  return {
    title: (flight.flightIcao ?? flight.flight) + route,
    description: `Messages, track and times of flight ${flight.flight}${airline === null ? "" : ` of ${airline.name}`}, last received at ${minuteOf(lastHeardAt)}`,
  };
}

/** Describes an airframe: `N156VN (A1AEF6)`. */
export function describeAirframe(airframe: Airframe): Description {
  const { tail, icao, manufacturer, model, type, owner, lastHeardAt } = airframe;
  const kind = [manufacturer, model].filter(Boolean).join(" ") || type || "Airframe";
  const received = lastHeardAt === null ? "" : `, last received at ${minuteOf(lastHeardAt)}`;
  return {
    title: tail === null || icao === null ? (tail ?? icao ?? "Airframe") : `${tail} (${icao})`,
    description: `${kind}${owner === null ? "" : ` of ${owner}`}${received}`,
  };
}

/** Describes an airline: `United Airlines (UAL)`. */
export function describeAirline({ name, icao }: Airline): Description {
  return {
    title: `${name} (${icao})`,
    description: `Active flights, messages and fleet of ${name}`,
  };
}

/** Describes an airport: `San Francisco International Airport (KSFO)`. */
export function describeAirport({ name, id, city }: Airport): Description {
  return {
    title: `${name} (${id})`,
    description: `Departures and arrivals of ${name}${city === null ? "" : `, ${city}`}, as messages report them`,
  };
}

/** Describes a station: `KABQ-1 station`. */
export function describeStation(station: Station): Description {
  const { ident, sourceType, online, countryCode, lastHeardAt } = station;
  const country = countryCode === null ? "" : ` in ${countryCode}`;
  const received = lastHeardAt === null ? "" : `, last message at ${minuteOf(lastHeardAt)}`;
  return {
    title: `${ident} station`,
    description: `A station for ${sourceType}${country}: ${online ? "online" : "offline"}${received}`,
  };
}

/** Returns a time of the API to the minute. */
function minuteOf(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}
