import type { AirframePosition, EnrichedMessage } from "@jetwire/protocol";
import { positionTimeMs, statedPositionTime } from "@jetwire/protocol/plain";
import { bearing, canFly, type LatLon } from "../geodesy.ts";

/** The newest position of an airframe, and those before it that this page has seen. */
export interface Aircraft extends Omit<AirframePosition, "timestamp"> {
  /** Time at which the airframe was there, Unix ms. */
  readonly atMs: number;
  /** Positions of the last 20 minutes before this one, the oldest first. */
  readonly trail: readonly TimedPosition[];
}

type Position = Omit<Aircraft, "trail">;
type TimedPosition = LatLon & { readonly atMs: number };

export const aircraftMax = 5_000;
const trailMax = 60;
const trailMs = 20 * 60_000;

/** Keeps the newest position of each airframe, at most 5,000. */
export function createPositions() {
  const known = new Map<string, Aircraft>();
  /** Positions that an airframe cannot have flown to: the first of two that agree may be right. */
  const doubtful = new Map<string, Position>();

  function put(position: Position, trail: readonly TimedPosition[]): void {
    const { airframeId } = position;
    // The newest stays last, so that the oldest is removed first.
    known.delete(airframeId);
    known.set(airframeId, { ...withCourse(position, trail.at(-1)), trail });
    doubtful.delete(airframeId);
    if (known.size > aircraftMax) known.delete(oldestOf(known));
  }

  return {
    /** Adds a position; returns whether it is the newest of its airframe, by the time at which it was there. */
    add(position: Position): boolean {
      const before = known.get(position.airframeId);
      if (before === undefined) {
        put(position, []);
        return true;
      }
      const doubt = doubtful.get(position.airframeId);
      if ([before.messageId, doubt?.messageId].includes(position.messageId)) return false;
      if (!canFly(before, position)) {
        if (doubt === undefined || !canFly(doubt, position)) {
          doubtful.delete(position.airframeId);
          doubtful.set(position.airframeId, position);
          if (doubtful.size > aircraftMax) doubtful.delete(oldestOf(doubtful));
          return false;
        }
        const [older, newer] = doubt.atMs <= position.atMs ? [doubt, position] : [position, doubt];
        put(newer, [timedOf(older)]);
        return true;
      }
      if (position.atMs < before.atMs) {
        known.set(before.airframeId, { ...before, trail: trailWith(before, position) });
        return false;
      }
      put(position, trailWith({ ...position, trail: before.trail }, before));
      return true;
    },
    has: (airframeId: string): boolean => known.has(airframeId),
    clear(): void {
      known.clear();
      doubtful.clear();
    },
    /** Returns the aircraft whose position is not older than a time, the newest first. */
    list(sinceMs: number): Aircraft[] {
      for (const { airframeId, atMs } of known.values()) {
        if (atMs < sinceMs) known.delete(airframeId);
      }
      return [...known.values()].toSorted((a, b) => b.atMs - a.atMs);
    },
  };
}

/** Returns the trail of an aircraft with one more position, in the order of times. */
function trailWith({ trail, atMs }: Aircraft, point: TimedPosition): TimedPosition[] {
  return [...trail, timedOf(point)]
    .filter((one) => one.atMs >= atMs - trailMs)
    .toSorted((a, b) => a.atMs - b.atMs)
    .slice(-trailMax);
}

/** Gives a position without a track the course from the position before. */
function withCourse(position: Position, before: TimedPosition | undefined): Position {
  if (before === undefined || (position.track !== null && !position.trackDerived)) return position;
  const course = bearing(before, position);
  return course === null ? position : { ...position, track: course, trackDerived: true };
}

function timedOf({ latitude, longitude, atMs }: TimedPosition): TimedPosition {
  return { latitude, longitude, atMs };
}

function oldestOf(known: ReadonlyMap<string, Position>): string {
  return known.keys().next().value ?? "";
}

/** Reads a position of REST. */
export function positionOf({ timestamp, ...position }: AirframePosition): Position {
  return { ...position, atMs: Date.parse(timestamp) };
}

/** Reads the position of a live message; null if it has none, or nobody knows whose. */
export function positionOfMessage(message: EnrichedMessage): Position | null {
  const { airframeId, airframe, flight, latitude, longitude } = message;
  if (airframeId === null || latitude === null || longitude === null) return null;
  // The flight may have a later position from another message.
  const isLatest = flight?.latitude === latitude && flight.longitude === longitude;
  const stated = itemOf(message, "Track", 360);
  const course = isLatest ? flight.track : null;
  return {
    airframeId,
    icao: airframe?.icao ?? null,
    tail: airframe?.tail ?? message.tail,
    type: airframe?.type ?? null,
    flightId: message.flightId,
    flight: flight?.flightIcao ?? flight?.flight ?? message.flightNumber,
    latitude,
    longitude,
    altitude: message.altitude,
    track: stated ?? course,
    trackDerived: stated === null && course !== null,
    speed: itemOf(message, "Ground speed", 2_000),
    atMs: positionTimeMs({
      timestamp: message.timestamp,
      stated: statedPositionTime(message.decoded),
    }),
    sourceType: message.sourceType,
    positionSource: message.positionSource,
    messageId: message.id,
  };
}

const units: Readonly<Record<string, string>> = { Track: "° true", "Ground speed": "kt" };

function itemOf({ decoded }: EnrichedMessage, label: string, max: number): number | null {
  const item = decoded?.items.find((one) => one.label === label && one.unit === units[label]);
  const value = item?.value;
  return typeof value === "number" && value >= 0 && value <= max ? value : null;
}
