const dayMs = 86_400_000;
const j2000Ms = Date.UTC(2000, 0, 1, 12);
const radian = Math.PI / 180;
const earthKm = 6_371;

/** Returns the point of the earth that has the sun in the zenith, to about a tenth of a degree. */
export function subsolarPoint(timeMs: number): [longitude: number, latitude: number] {
  const days = (timeMs - j2000Ms) / dayMs;
  const meanLongitude = (280.46 + 0.985_647_4 * days) % 360;
  const anomaly = (357.528 + 0.985_600_3 * days) * radian;
  const ecliptic =
    (meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * radian;
  const obliquity = 23.439 * radian;
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(ecliptic)) / radian;
  const ascension =
    Math.atan2(Math.cos(obliquity) * Math.sin(ecliptic), Math.cos(ecliptic)) / radian;
  const siderealDegrees = 280.460_618_37 + 360.985_647_366_29 * days;
  return [wrapped(ascension - siderealDegrees), declination];
}

/** A point on the earth, degrees. */
export interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** Returns the height of the sun above the horizon of a point, degrees; negative at night. */
export function sunElevation(point: GeoPoint, timeMs: number): number {
  const [longitude, latitude] = subsolarPoint(timeMs);
  return 90 - arcOf(point, { latitude, longitude }) / radian;
}

/** Returns the distance along a great circle, km. */
export function distanceKm(from: GeoPoint, to: GeoPoint): number {
  return arcOf(from, to) * earthKm;
}

/** Returns the point in the middle of the way along a great circle. */
export function middleOf(from: GeoPoint, to: GeoPoint): GeoPoint {
  const [a, b] = [vectorOf(from), vectorOf(to)];
  const [x, y, z] = [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
  return {
    latitude: Math.atan2(z, Math.hypot(x, y)) / radian,
    longitude: Math.atan2(y, x) / radian,
  };
}

/** Returns the angle between two point, radians. */
function arcOf(from: GeoPoint, to: GeoPoint): number {
  const [a, b] = [vectorOf(from), vectorOf(to)];
  const cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return Math.acos(Math.max(-1, Math.min(1, cosine)));
}

function vectorOf({ latitude, longitude }: GeoPoint): [number, number, number] {
  const [north, east] = [latitude * radian, longitude * radian];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

function wrapped(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
