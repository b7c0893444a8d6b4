type Position = [longitude: number, latitude: number];

const dayMs = 86_400_000;
const j2000Ms = Date.UTC(2000, 0, 1, 12);
const radian = Math.PI / 180;
const stepDegrees = 2;
/** The end of the Mercator map. */
const latitudeMax = 85.06;
/** The night goes on above it, where a wide screen shows what is beyond the map. */
const beyondMap = 89.9;

/** Returns the point of the earth that has the sun in the zenith, to about a tenth of a degree. */
export function subsolarPoint(timeMs: number): Position {
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

/** Returns the outline of the night, from −180° to 180°, closed at the pole that has no sun. */
export function nightOutline(timeMs: number): Position[] {
  const [sunLongitude, declination] = subsolarPoint(timeMs);
  // On the day of an equinox the edge would have no defined latitude.
  const tilt = Math.tan((Math.abs(declination) < 0.1 ? 0.1 : declination) * radian);
  const edge = Array.from({ length: 360 / stepDegrees + 1 }, (_, index): Position => {
    const longitude = index * stepDegrees - 180;
    const latitude = Math.atan(-Math.cos((longitude - sunLongitude) * radian) / tilt) / radian;
    return [longitude, Math.max(-latitudeMax, Math.min(latitudeMax, latitude))];
  });
  const darkPole = tilt > 0 ? -beyondMap : beyondMap;
  return [...edge, [180, darkPole], [-180, darkPole], edge[0] ?? [-180, darkPole]];
}

function wrapped(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
