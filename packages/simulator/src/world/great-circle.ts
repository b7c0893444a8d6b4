export interface Point {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

const RADIANS = Math.PI / 180;
const EARTH_RADIUS_NM = 3440.065;

/** Nautical miles along the surface. */
export function distanceNm(from: Point, to: Point): number {
  return EARTH_RADIUS_NM * angleBetween(from, to);
}

/** The point that lies `share` (0 to 1) of the way along the shortest line. */
export function pointBetween(from: Point, to: Point, share: number): Point {
  const angle = angleBetween(from, to);
  if (angle < 1e-9) return from;
  const a = Math.sin((1 - share) * angle) / Math.sin(angle);
  const b = Math.sin(share * angle) / Math.sin(angle);
  const fromCos = a * Math.cos(from.latitude * RADIANS);
  const toCos = b * Math.cos(to.latitude * RADIANS);
  const x = fromCos * Math.cos(from.longitude * RADIANS) + toCos * Math.cos(to.longitude * RADIANS);
  const y = fromCos * Math.sin(from.longitude * RADIANS) + toCos * Math.sin(to.longitude * RADIANS);
  const z = a * Math.sin(from.latitude * RADIANS) + b * Math.sin(to.latitude * RADIANS);
  return {
    latitude: Math.atan2(z, Math.hypot(x, y)) / RADIANS,
    longitude: Math.atan2(y, x) / RADIANS,
  };
}

/** Degrees from true north, 0 to 360, at `from`. */
export function bearing(from: Point, to: Point): number {
  const eastward = (to.longitude - from.longitude) * RADIANS;
  const fromLatitude = from.latitude * RADIANS;
  const toLatitude = to.latitude * RADIANS;
  const y = Math.sin(eastward) * Math.cos(toLatitude);
  const x =
    Math.cos(fromLatitude) * Math.sin(toLatitude) -
    Math.sin(fromLatitude) * Math.cos(toLatitude) * Math.cos(eastward);
  return (Math.atan2(y, x) / RADIANS + 360) % 360;
}

function angleBetween(from: Point, to: Point): number {
  const halfLatitude = ((to.latitude - from.latitude) * RADIANS) / 2;
  const halfLongitude = ((to.longitude - from.longitude) * RADIANS) / 2;
  const h =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(from.latitude * RADIANS) *
      Math.cos(to.latitude * RADIANS) *
      Math.sin(halfLongitude) ** 2;
  return 2 * Math.asin(Math.min(1, Math.sqrt(h)));
}
