import {
  isPossibleTime,
  type Message,
  positionTimeMs,
  statedPositionTime,
} from "@jetwire/protocol";
import type { FlightToStore, ReportedPosition } from "./store-flights.ts";

/** Is the number that Postgres keeps of a flight. */
const positionsMax = 6;

/**
 * Returns what a message says about its flight. A message that was linked through its airframe names
 * no flight: another one makes the row, and it only adds its reports.
 */
export function reportedFlight(message: Message, flightKey: string | null): FlightToStore | null {
  const { flightId, flightNumber, timestamp, departingAirport, destinationAirport } = message;
  if (flightId === null) return null;
  const isNamed = flightKey !== null && flightNumber !== null;
  const positions = positionsOf(message);
  if (!isNamed && positions.length === 0) return null;
  return {
    id: flightId,
    flightKey: isNamed ? flightKey : null,
    flight: isNamed ? flightNumber : null,
    airframeId: message.airframeId,
    departingAirport,
    departingAt: departingAirport === null ? null : timestamp,
    destinationAirport,
    destinationAt: destinationAirport === null ? null : timestamp,
    ...movementsOf(message),
    positions,
    receivedAt: timestamp,
  };
}

/** Joins what two messages say about a flight; of two reports the later one counts. */
export function mergedFlight(a: FlightToStore | undefined, b: FlightToStore): FlightToStore {
  if (a === undefined) return b;
  const named = a.flightKey === null ? b : a;
  const departure = isLater(a.departingAt, b.departingAt) ? a : b;
  const destination = isLater(a.destinationAt, b.destinationAt) ? a : b;
  return {
    id: a.id,
    flightKey: named.flightKey,
    flight: named.flight,
    airframeId: a.airframeId ?? b.airframeId,
    departingAirport: departure.departingAirport,
    departingAt: departure.departingAt,
    destinationAirport: destination.destinationAirport,
    destinationAt: destination.destinationAt,
    tookOffAt: isLater(a.tookOffAt, b.tookOffAt) ? a.tookOffAt : b.tookOffAt,
    landedAt: isLater(a.landedAt, b.landedAt) ? a.landedAt : b.landedAt,
    positions: newest([...a.positions, ...b.positions]),
    firstReceivedAt: isLater(firstOf(a), firstOf(b)) ? firstOf(b) : firstOf(a),
    receivedAt: isLater(a.receivedAt, b.receivedAt) ? a.receivedAt : b.receivedAt,
  };
}

/** Whether a flight reports what was not written with it. */
export function addsReport(flight: FlightToStore, written: FlightToStore): boolean {
  return (
    (flight.departingAirport !== null && flight.departingAirport !== written.departingAirport) ||
    (flight.destinationAirport !== null &&
      flight.destinationAirport !== written.destinationAirport) ||
    (flight.tookOffAt !== null && flight.tookOffAt !== written.tookOffAt) ||
    (flight.landedAt !== null && flight.landedAt !== written.landedAt) ||
    flight.positions.some((one) => !written.positions.some((other) => isSamePosition(one, other)))
  );
}

function positionsOf(message: Message): ReportedPosition[] {
  const { latitude, longitude, altitude, timestamp } = message;
  if (latitude === null || longitude === null) return [];
  const timeMs = positionTimeMs({ timestamp, stated: statedPositionTime(message.decoded) });
  return [{ timeMs, latitude, longitude, altitude, track: trackOf(message) }];
}

/** Returns the ground track that the content of a message states, degrees from true north. */
function trackOf({ decoded }: Message): number | null {
  const track = decoded?.items.find(({ label, unit }) => label === "Track" && unit === "° true");
  return typeof track?.value === "number" && track.value >= 0 && track.value <= 360
    ? track.value
    : null;
}

/** Returns the newest positions, each place once. */
function newest(positions: readonly ReportedPosition[]): ReportedPosition[] {
  const kept: ReportedPosition[] = [];
  for (const one of positions.toSorted((a, b) => b.timeMs - a.timeMs)) {
    if (kept.length === positionsMax) break;
    if (!kept.some((other) => isSamePosition(one, other))) kept.push(one);
  }
  return kept;
}

function isSamePosition(a: ReportedPosition, b: ReportedPosition): boolean {
  return a.latitude === b.latitude && a.longitude === b.longitude;
}

/** Returns the take-off and the landing that a message reports, unless they are not possible. */
function movementsOf({ timestamp, times }: Message) {
  const messageMs = Date.parse(timestamp);
  const possible = (name: "off" | "on" | "in") => {
    const time = times?.[name] ?? null;
    return time !== null && isPossibleTime(name, Date.parse(time), messageMs) ? time : null;
  };
  const tookOffAt = possible("off");
  const landedAt = possible("on") ?? possible("in");
  const isInOrder = tookOffAt === null || landedAt === null || tookOffAt <= landedAt;
  return { tookOffAt, landedAt: isInOrder ? landedAt : null };
}

function firstOf({ firstReceivedAt, receivedAt }: FlightToStore): string {
  return firstReceivedAt ?? receivedAt;
}

/** Compares times of one form, which sort as text. */
function isLater(a: string | null, b: string | null): boolean {
  return a !== null && (b === null || a > b);
}
