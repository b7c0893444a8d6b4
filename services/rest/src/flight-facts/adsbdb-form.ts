import type { AirframeWithTails, Airline, Airport } from "@jetwire/protocol";
import type { CallsignNames } from "./callsign-names.ts";
import type { RouteFound } from "./route-finder.ts";

/*
 * Routes and aircraft as the API of adsbdb has them: https://github.com/mrjackwills/adsbdb. What is not known here is empty, or
 * null where that API allows it.
 */

const countries = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Returns a route with both airports; null without. */
export function adsbdbRoute(
  callsign: string,
  found: RouteFound,
  { airline, callsignIata }: CallsignNames,
) {
  const origin = found.departure?.airport ?? null;
  const destination = found.destination?.airport ?? null;
  if (origin === null || destination === null) return null;
  return {
    callsign,
    callsign_icao: airline === null ? null : found.callsign,
    callsign_iata: callsignIata,
    airline: airline && adsbdbAirline(airline),
    origin: airportOf(origin),
    destination: airportOf(destination),
  };
}

export function adsbdbAirline({ name, icao, iata, countryCode }: Airline) {
  return {
    name,
    icao,
    iata,
    country: countryName(countryCode),
    country_iso: countryCode ?? "",
    callsign: null,
  };
}

function airportOf({ icao, iata, id, name, city, countryCode, ...where }: Airport) {
  const { latitude, longitude, elevation } = where;
  return {
    country_iso_name: countryCode ?? "",
    country_name: countryName(countryCode),
    elevation,
    iata_code: iata,
    icao_code: icao ?? id,
    latitude,
    longitude,
    municipality: city ?? "",
    name,
  };
}

/** Returns an aircraft, with what its registration is known from and contradicted by, which adsbdb does not tell. */
export function adsbdbAircraft(airframe: AirframeWithTails) {
  const { icao, tail, type, manufacturer, model, owner, tailSource } = airframe;
  const named = [airframe.registerTail, ...airframe.receivedTails.map((one) => one.tail)];
  const others = named.filter(
    (one) => one !== null && one.replaceAll("-", "") !== tail?.replaceAll("-", ""),
  );
  return {
    type: model ?? "",
    icao_type: type ?? "",
    manufacturer: manufacturer ?? "",
    mode_s: icao ?? "",
    registration: tail ?? "",
    registration_source: tailSource,
    registration_conflicts: others,
    registered_owner_country_iso_name: "",
    registered_owner_country_name: "",
    registered_owner_operator_flag_code: null,
    registered_owner: owner ?? "",
    url_photo: null,
    url_photo_thumbnail: null,
  };
}

function countryName(code: string | null): string {
  return code !== null && /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? "") : "";
}
