import { getDistance, offset } from "ol/sphere.js";

export interface LatLon {
  readonly latitude: number;
  readonly longitude: number;
}

/** How far a station receives, by direction. */
export interface Sectors extends LatLon {
  /** Nautical miles in directions of equal width, from north eastwards; null without a position. */
  readonly distances: readonly (number | null)[];
}

const metresPerMile = 1_852;
const radian = Math.PI / 180;
const courseMetresMin = 2_000;
const arcPoints = 3;
const leaderMsMax = 30 * 60_000;

/** Returns the end of a flight of so many nautical miles on a great circle. */
function destination({ latitude, longitude }: LatLon, miles: number, degrees: number): LatLon {
  const [x = longitude, y = latitude] = offset(
    [longitude, latitude],
    miles * metresPerMile,
    degrees * radian,
  );
  return { latitude: y, longitude: x };
}

/** Returns the course between two positions, degrees from north; null if they are too near to tell. */
export function bearing(from: LatLon, to: LatLon): number | null {
  if (getDistance([from.longitude, from.latitude], [to.longitude, to.latitude]) < courseMetresMin) {
    return null;
  }
  const [fromY, toY] = [from.latitude * radian, to.latitude * radian];
  const east = (to.longitude - from.longitude) * radian;
  const y = Math.sin(east) * Math.cos(toY);
  const x = Math.cos(fromY) * Math.sin(toY) - Math.sin(fromY) * Math.cos(toY) * Math.cos(east);
  return (Math.atan2(y, x) / radian + 360) % 360;
}

const knotsMax = 700;
/** A report may be some minutes older than its message. */
const slackMiles = 30;

/** Whether an airframe can have flown between two positions, in the order of their times. */
export function canFly(
  one: LatLon & { readonly atMs: number },
  other: LatLon & { readonly atMs: number },
): boolean {
  const metres = getDistance([one.longitude, one.latitude], [other.longitude, other.latitude]);
  const hours = Math.abs(other.atMs - one.atMs) / 3_600_000;
  return metres / metresPerMile <= slackMiles + knotsMax * hours;
}

/** Returns positions whose longitudes do not jump at 180°, so that a line between them is short. */
export function continuousLongitudes<Position extends LatLon>(
  positions: readonly Position[],
): Position[] {
  let wraps = 0;
  let before: number | undefined;
  return positions.map((position) => {
    const { longitude } = position;
    if (before !== undefined && longitude - before > 180) wraps -= 360;
    if (before !== undefined && longitude - before < -180) wraps += 360;
    before = longitude;
    return { ...position, longitude: longitude + wraps };
  });
}

/** Returns the outline of the area that a station receives from. */
export function reachOutline({ distances, ...center }: Sectors): LatLon[] {
  const width = 360 / distances.length;
  const outline = distances.flatMap((miles, index) =>
    miles === null
      ? [center]
      : Array.from({ length: arcPoints }, (_, step) =>
          destination(center, miles, index * width + (width * step) / (arcPoints - 1)),
        ),
  );
  return [...outline, ...outline.slice(0, 1)];
}

/** The last report of an aircraft, as far as it says where it flew to. */
interface Course extends LatLon {
  readonly track: number | null;
  /** Knots. */
  readonly speed: number | null;
  readonly atMs: number;
}

/**
 * Returns where an aircraft would be now at its last speed and track, at most 30 minutes after its
 * position; null if they are not known.
 */
export function estimate(course: Course, nowMs: number): LatLon | null {
  const { track, speed, atMs } = course;
  if (track === null || speed === null) return null;
  const hours = Math.min(Math.max(0, nowMs - atMs), leaderMsMax) / 3_600_000;
  return destination(course, speed * hours, track);
}
