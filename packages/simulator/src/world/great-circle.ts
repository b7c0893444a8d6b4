export interface Point {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

const radiansPerDegree = Math.PI / 180;
const earthRadiusNm = 3440.065;

/** Nautical miles along the surface. */
export function distanceNm(from: Point, to: Point): number {
  return earthRadiusNm * angleBetween(from, to);
}

/** The point that lies `share` (0 to 1) of the way along the shortest line. */
export function pointBetween(from: Point, to: Point, share: number): Point {
  const angle = angleBetween(from, to);
  if (angle < 1e-9) return from;
  const a = Math.sin((1 - share) * angle) / Math.sin(angle);
  const b = Math.sin(share * angle) / Math.sin(angle);
  const fromCos = a * Math.cos(from.latitude * radiansPerDegree);
  const toCos = b * Math.cos(to.latitude * radiansPerDegree);
  const x =
    fromCos * Math.cos(from.longitude * radiansPerDegree) +
    toCos * Math.cos(to.longitude * radiansPerDegree);
  const y =
    fromCos * Math.sin(from.longitude * radiansPerDegree) +
    toCos * Math.sin(to.longitude * radiansPerDegree);
  const z =
    a * Math.sin(from.latitude * radiansPerDegree) + b * Math.sin(to.latitude * radiansPerDegree);
  return {
    latitude: Math.atan2(z, Math.hypot(x, y)) / radiansPerDegree,
    longitude: Math.atan2(y, x) / radiansPerDegree,
  };
}

/** Degrees from true north, 0 to 360, at `from`. */
export function bearingBetween(from: Point, to: Point): number {
  const eastward = (to.longitude - from.longitude) * radiansPerDegree;
  const fromLatitude = from.latitude * radiansPerDegree;
  const toLatitude = to.latitude * radiansPerDegree;
  const y = Math.sin(eastward) * Math.cos(toLatitude);
  const x =
    Math.cos(fromLatitude) * Math.sin(toLatitude) -
    Math.sin(fromLatitude) * Math.cos(toLatitude) * Math.cos(eastward);
  return (Math.atan2(y, x) / radiansPerDegree + 360) % 360;
}

function angleBetween(from: Point, to: Point): number {
  const halfLatitude = ((to.latitude - from.latitude) * radiansPerDegree) / 2;
  const halfLongitude = ((to.longitude - from.longitude) * radiansPerDegree) / 2;
  const h =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(from.latitude * radiansPerDegree) *
      Math.cos(to.latitude * radiansPerDegree) *
      Math.sin(halfLongitude) ** 2;
  return 2 * Math.asin(Math.min(1, Math.sqrt(h)));
}
