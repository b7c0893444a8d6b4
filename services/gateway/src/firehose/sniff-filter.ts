import {
  type AirlineCodes,
  type EnrichedMessage,
  flightKey,
  type SniffFilter,
} from "@jetwire/protocol";

/** Returns whether a message fits. Must be cheap: it runs for each message and each filter in use. */
export type FitsFilter = (message: EnrichedMessage) => boolean;

/** Returns the same text for equal filters. */
export function filterKey(filter: SniffFilter): string {
  return JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Compiles a filter; null when every message fits it.
 *
 * @param airlines the codes by which `UA123` and `UAL123` are one flight
 */
export function compileFilter(filter: SniffFilter, airlines: AirlineCodes): FitsFilter | null {
  const parts = [
    ...identityParts(filter, airlines),
    ...headerParts(filter),
    ...contentParts(filter),
  ];
  if (parts.length === 0) return null;
  return (message) => parts.every((fits) => fits(message));
}

function identityParts(filter: SniffFilter, airlines: AirlineCodes): FitsFilter[] {
  const { stationId, tail, icao, airframe, flight } = filter;
  const parts: FitsFilter[] = [];
  if (stationId) {
    const wanted = new Set(stationId);
    parts.push((message) => wanted.has(message.stationId));
  }
  if (tail) parts.push((message) => message.tail === tail || message.airframe?.tail === tail);
  if (icao) {
    parts.push(
      ({ airframe: linked, fromHex, toHex }) =>
        linked?.icao === icao || fromHex === icao || toHex === icao,
    );
  }
  if (airframe) parts.push((message) => message.airframeId === airframe);
  if (flight) {
    const wanted = flightKey(flight, airlines);
    parts.push((message) => {
      const given = message.flightNumber ?? message.flight?.flight;
      return given !== undefined && flightKey(given, airlines) === wanted;
    });
  }
  return parts;
}

function headerParts({ sourceType, label, excludeLabel, linkDirection }: SniffFilter) {
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
  return parts;
}

function contentParts({ text, hasPosition, bbox }: SniffFilter): FitsFilter[] {
  const parts: FitsFilter[] = [];
  if (hasPosition !== undefined) {
    parts.push(
      ({ latitude, longitude }) => (latitude !== null && longitude !== null) === hasPosition,
    );
  }
  if (bbox) parts.push(({ latitude, longitude }) => liesIn(bbox, latitude, longitude));
  if (text) {
    const wanted = text.toLowerCase();
    parts.push((message) => message.text?.toLowerCase().includes(wanted) ?? false);
  }
  return parts;
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
