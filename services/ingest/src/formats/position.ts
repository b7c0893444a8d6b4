import { finiteNumber } from "./fields.ts";
import type { MessageDraft } from "./message-draft.ts";

/** Nothing that sends ACARS flies higher; 220,000 and 255,000 ft are fillers. */
const altitudeFeetMax = 60_000;
const altitudeFeetMin = -2_000;

/**
 * Puts a position into the draft if it is one: decoders fill unknown ones with 0,0 or 180,180. An
 * altitude counts by itself, so a filler there doesn't cost the position.
 */
export function setPosition(
  draft: MessageDraft,
  latitudeValue: unknown,
  longitudeValue: unknown,
  altitudeValue: unknown,
): void {
  const latitude = finiteNumber(latitudeValue);
  const longitude = finiteNumber(longitudeValue);
  if (latitude === null || longitude === null || !isPosition(latitude, longitude)) return;
  draft.latitude = latitude;
  draft.longitude = longitude;
  const altitude = finiteNumber(altitudeValue);
  const isAltitude =
    altitude !== null && altitude >= altitudeFeetMin && altitude <= altitudeFeetMax;
  draft.altitude = isAltitude ? altitude : null;
}

function isPosition(latitude: number, longitude: number): boolean {
  if (latitude === 0 && longitude === 0) return false;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}
