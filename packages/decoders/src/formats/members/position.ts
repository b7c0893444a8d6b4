import type { MessageDraft } from "../decoded-message.ts";
import { finiteNumber } from "../fields.ts";

/** No aircraft with ACARS flies higher; 220,000 and 255,000 ft are fillers. */
const altitudeFeetMax = 60_000;
const altitudeFeetMin = -2_000;

export interface DecodedPosition {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number | null;
}

/**
 * Reads a position; null if it is not valid: decoders send 0,0 or 180,180 for unknown ones. A filler in
 * place of the altitude does not invalidate the position.
 */
export function readPosition(
  latitudeValue: unknown,
  longitudeValue: unknown,
  altitudeValue: unknown,
): DecodedPosition | null {
  const latitude = finiteNumber(latitudeValue);
  const longitude = finiteNumber(longitudeValue);
  if (latitude === null || longitude === null || !isPosition(latitude, longitude)) return null;
  return { latitude, longitude, altitude: readAltitude(altitudeValue) };
}

/** Reads an altitude in feet; null for fillers. */
function readAltitude(value: unknown): number | null {
  const altitude = finiteNumber(value);
  if (altitude === null || altitude < altitudeFeetMin || altitude > altitudeFeetMax) return null;
  return altitude;
}

/** Sets a position if it is valid. */
export function setPosition(
  draft: MessageDraft,
  latitudeValue: unknown,
  longitudeValue: unknown,
  altitudeValue: unknown,
): void {
  Object.assign(draft, readPosition(latitudeValue, longitudeValue, altitudeValue));
}

function isPosition(latitude: number, longitude: number): boolean {
  if (latitude === 0 && longitude === 0) return false;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}
