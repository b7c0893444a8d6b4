import type { AirframePosition, EnrichedMessage } from "@jetwire/protocol";
import type { LatLon } from "./geodesy.ts";

/** The newest position of an airframe, and those before it that this page has seen. */
export interface Aircraft extends Omit<AirframePosition, "timestamp"> {
  readonly atMs: number;
  /** Positions since the page was opened, the oldest first. */
  readonly trail: readonly LatLon[];
}

type Position = Omit<Aircraft, "trail">;

export const aircraftMax = 5_000;
const trailMax = 30;

/** Keeps the newest position of each airframe, at most 5,000. */
export function createPositions() {
  const known = new Map<string, Aircraft>();
  return {
    /** Adds a position unless a newer one is known. */
    add(position: Position): boolean {
      const before = known.get(position.airframeId);
      if (before && before.messageId >= position.messageId) return false;
      const trail = before ? [...before.trail, before].slice(-trailMax).map(latLonOf) : [];
      // The newest stays last, so that the oldest is removed first.
      known.delete(position.airframeId);
      known.set(position.airframeId, { ...position, trail });
      if (known.size > aircraftMax) known.delete(oldestOf(known));
      return true;
    },
    clear(): void {
      known.clear();
    },
    /** Returns the aircraft whose position is not older than a time, the newest first. */
    list(sinceMs: number): Aircraft[] {
      for (const { airframeId, atMs } of known.values()) {
        if (atMs < sinceMs) known.delete(airframeId);
      }
      return [...known.values()].toSorted((a, b) => (a.messageId < b.messageId ? 1 : -1));
    },
  };
}

function latLonOf({ latitude, longitude }: LatLon): LatLon {
  return { latitude, longitude };
}

function oldestOf(known: ReadonlyMap<string, Aircraft>): string {
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
    track: itemOf(message, "Track", 360) ?? (isLatest ? flight.track : null),
    speed: itemOf(message, "Ground speed", 2_000),
    atMs: Date.parse(message.createdAt),
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
