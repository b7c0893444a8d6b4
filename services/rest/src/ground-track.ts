import type { FlightPosition } from "@jetwire/protocol";

/** Positions further apart in time do not show the current direction. */
const apartMsMax = 30 * 60_000;
/** About a kilometre: closer positions may differ by rounding only. */
const apartDegreesMin = 0.01;

/**
 * Returns the ground track between a flight's two latest distinct positions, in whole degrees from true
 * north; null if it is unknown.
 *
 * @param positions latest first
 */
export function groundTrack(positions: readonly FlightPosition[]): number | null {
  const [to] = positions;
  if (to === undefined) return null;
  const from = positions.find((position) => isElsewhere(position, to));
  if (from === undefined) return null;
  if (Date.parse(to.timestamp) - Date.parse(from.timestamp) > apartMsMax) return null;
  return Math.round(bearing(from, to)) % 360;
}

function isElsewhere(a: FlightPosition, b: FlightPosition): boolean {
  return (
    Math.abs(a.latitude - b.latitude) >= apartDegreesMin ||
    Math.abs(a.longitude - b.longitude) >= apartDegreesMin
  );
}

/** Returns the initial bearing of the great circle, 0 to 360 degrees. */
function bearing(from: FlightPosition, to: FlightPosition): number {
  const [latitude, toLatitude] = [radians(from.latitude), radians(to.latitude)];
  const east = radians(to.longitude - from.longitude);
  const y = Math.sin(east) * Math.cos(toLatitude);
  const x =
    Math.cos(latitude) * Math.sin(toLatitude) -
    Math.sin(latitude) * Math.cos(toLatitude) * Math.cos(east);
  return ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
