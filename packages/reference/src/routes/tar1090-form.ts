import type { Airport } from "@jetwire/protocol";
import { z } from "zod";

const planesMax = 100;

const degrees = (max: number) => z.number().min(-max).max(max);
/** tar1090 leaves the position out if it has none. */
const Plane = z.object({
  callsign: z.string().trim().min(1).max(16),
  lat: degrees(90).nullish(),
  lng: degrees(180).nullish(),
});
/** The callsigns that tar1090 asks for. */
export const PlaneSet = z.object({ planes: z.array(Plane).min(1).max(planesMax) });

interface RouteEnd {
  readonly airport: Airport | null;
}

/** Holds what is known of the route of a callsign. */
export interface KnownRoute {
  readonly callsign: string;
  readonly departure: RouteEnd | null;
  readonly destination: RouteEnd | null;
  /** Whether the aircraft is near the route; null if one of both is unknown. */
  readonly plausible: boolean | null;
}

/** An airport as the API of adsb.lol has it. The elevation is not known here. */
interface Tar1090Airport {
  readonly icao: string;
  readonly iata: string;
  readonly name: string;
  readonly location: string;
  readonly countryiso2: string;
  readonly lat: number;
  readonly lon: number;
  readonly alt_feet: number | null;
  readonly alt_meters: number | null;
}

/** A route as the API of adsb.lol has it, which tar1090 shows: https://github.com/adsblol/api */
interface Tar1090Route {
  readonly callsign: string;
  readonly airport_codes: string;
  readonly _airport_codes_iata: string;
  readonly _airports: readonly Tar1090Airport[];
  readonly airline_code: string;
  readonly number: string;
  readonly plausible?: boolean;
}

function unknownRoute(callsign: string): Tar1090Route {
  return {
    callsign,
    airport_codes: "unknown",
    _airport_codes_iata: "unknown",
    _airports: [],
    airline_code: "unknown",
    number: "unknown",
  };
}

/** Returns a route with both airports, else an unknown one: tar1090 shows whatever it gets. */
export function tar1090Route(callsign: string, found: KnownRoute | undefined): Tar1090Route {
  const from = found?.departure?.airport;
  const to = found?.destination?.airport;
  if (found === undefined || !from || !to) return unknownRoute(callsign);
  const [, airline = "unknown", number = "unknown"] =
    /^([A-Z]{3})([0-9].*)$/.exec(found.callsign) ?? [];
  const ends = [from, to];
  return {
    callsign,
    airport_codes: ends.map(({ icao, id }) => icao ?? id).join("-"),
    _airport_codes_iata: ends.map(({ iata, id }) => iata ?? id).join("-"),
    _airports: ends.map(tar1090Airport),
    airline_code: airline,
    number,
    ...(found.plausible !== null && { plausible: found.plausible }),
  };
}

export function tar1090Airport(airport: Airport): Tar1090Airport {
  const { icao, iata, id, name, city, countryCode, latitude, longitude, elevation } = airport;
  return {
    icao: icao ?? id,
    iata: iata ?? id,
    name,
    location: city ?? name,
    countryiso2: countryCode ?? "",
    lat: latitude,
    lon: longitude,
    alt_feet: elevation,
    alt_meters: elevation === null ? null : Math.round(elevation * 30.48) / 100,
  };
}
