import {
  airlineOf,
  airlineSpellings,
  type AirlineCodes,
  type EnrichedMessage,
  flightKey,
  readFrequencies,
  selectedApplications,
  type SniffFilter,
} from "@jetwire/protocol";

/** Returns whether a message fits. Must be cheap: it runs for each message and each filter in use. */
export type FitsFilter = (message: EnrichedMessage) => boolean;

/** Returns the same text for equal filters. */
export function filterKey(filter: SniffFilter): string {
  return JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The codes of things that have several. */
export interface KnownCodes {
  /** The codes by which `UA123` and `UAL123` are one flight, and `UA` and `UAL` one airline. */
  readonly airlines: AirlineCodes;
  /** The codes of the airport that a filter names, that one included. */
  readonly airports: readonly string[];
}

export const noCodes: KnownCodes = { airlines: new Map(), airports: [] };

/** Compiles a filter; null when every message fits it. */
export function compileFilter(filter: SniffFilter, codes: KnownCodes): FitsFilter | null {
  const parts = [
    ...identityParts(filter, codes.airlines),
    ...airportParts(filter, codes.airports),
    ...headerParts(filter),
    ...contentParts(filter),
  ];
  if (parts.length === 0) return null;
  return (message) => parts.every((fits) => fits(message));
}

function identityParts(filter: SniffFilter, airlines: AirlineCodes): FitsFilter[] {
  const { stationId, tail, icao, airframe, flight, airline, aircraftType } = filter;
  const parts: FitsFilter[] = [];
  if (stationId) {
    const wanted = new Set(stationId);
    parts.push((message) => wanted.has(message.stationId));
  }
  if (tail) {
    const wanted = plainTail(tail);
    parts.push(
      (message) =>
        plainTail(message.tail) === wanted || plainTail(message.airframe?.tail) === wanted,
    );
  }
  if (icao) {
    parts.push(
      ({ airframe: linked, fromHex, toHex }) =>
        linked?.icao === icao || fromHex === icao || toHex === icao,
    );
  }
  if (airframe) parts.push((message) => message.airframeId === airframe);
  if (aircraftType) parts.push((message) => message.airframe?.type === aircraftType);
  if (flight) {
    const wanted = flightKey(flight, airlines);
    parts.push((message) => keyOf(message, airlines) === wanted);
  }
  if (airline) {
    const wanted = new Set<string | null>(airlineSpellings(airline, airlines));
    parts.push((message) => {
      const key = keyOf(message, airlines);
      return key !== null && wanted.has(airlineOf(key));
    });
  }
  return parts;
}

/** Returns a tail without hyphens: `DABCD` and `D-ABCD` are one. */
function plainTail(tail: string | null | undefined): string | null | undefined {
  return tail?.includes("-") ? tail.replaceAll("-", "") : tail;
}

/** Returns the key of the flight that a message names, or that it is linked to. */
function keyOf({ flightNumber, flight }: EnrichedMessage, airlines: AirlineCodes): string | null {
  const given = flightNumber ?? flight?.flight;
  return given === undefined ? null : flightKey(given, airlines);
}

function airportParts({ airport }: SniffFilter, airports: readonly string[]): FitsFilter[] {
  if (airport === undefined) return [];
  const wanted = new Set<string | null | undefined>([airport, ...airports]);
  return [
    ({ departingAirport, destinationAirport, flight }) =>
      wanted.has(departingAirport) ||
      wanted.has(destinationAirport) ||
      wanted.has(flight?.departingAirport) ||
      wanted.has(flight?.destinationAirport),
  ];
}

function headerParts(filter: SniffFilter): FitsFilter[] {
  const { sourceType, label, excludeLabel, linkDirection, frequency } = filter;
  const parts: FitsFilter[] = [];
  if (sourceType) {
    const wanted = new Set<string>(sourceType);
    parts.push((message) => wanted.has(message.sourceType));
  }
  if (label) {
    const wanted = new Set(label);
    parts.push((message) => message.label !== null && wanted.has(message.label));
  }
  if (excludeLabel) {
    const unwanted = new Set(excludeLabel);
    parts.push((message) => message.label === null || !unwanted.has(message.label));
  }
  if (linkDirection) parts.push((message) => message.linkDirection === linkDirection);
  if (frequency) {
    const { from, to } = readFrequencies(frequency);
    parts.push((message) => {
      const { frequency: received } = message;
      return received !== null && received >= from && received <= to;
    });
  }
  return parts;
}

function contentParts(filter: SniffFilter): FitsFilter[] {
  const { text, q, hasPosition, bbox, onGround, authenticated } = filter;
  const parts: FitsFilter[] = decodedParts(filter);
  if (onGround !== undefined) parts.push((message) => message.onGround === onGround);
  if (authenticated !== undefined) {
    parts.push((message) => message.authenticated === authenticated);
  }
  if (hasPosition !== undefined) {
    parts.push(
      ({ latitude, longitude }) => (latitude !== null && longitude !== null) === hasPosition,
    );
  }
  if (bbox) parts.push(({ latitude, longitude }) => liesIn(bbox, latitude, longitude));
  if (text) {
    const wanted = text.toLowerCase();
    parts.push((message) => contains(message.text, wanted));
  }
  if (q) {
    const wanted = q.toLowerCase();
    parts.push(
      (message) => contains(message.text, wanted) || contains(message.decoded?.description, wanted),
    );
  }
  return parts;
}

function contains(text: string | null | undefined, wanted: string): boolean {
  return text?.toLowerCase().includes(wanted) ?? false;
}

function decodedParts({ decoded }: SniffFilter): FitsFilter[] {
  if (decoded === undefined) return [];
  if (decoded.includes("any")) return [(message) => message.decoded !== null];
  if (decoded.includes("none")) return [(message) => message.decoded === null];
  const wanted = new Set<string | null | undefined>(selectedApplications(decoded));
  return [
    ({ decoded: content }) => content?.application != null && wanted.has(content.application),
  ];
}

function liesIn(
  [west, south, east, north]: readonly [number, number, number, number],
  latitude: number | null,
  longitude: number | null,
): boolean {
  if (latitude === null || longitude === null || latitude < south || latitude > north) return false;
  return west <= east
    ? longitude >= west && longitude <= east
    : longitude >= west || longitude <= east;
}
