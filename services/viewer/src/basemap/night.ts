import { subsolarPoint } from "@jetwire/protocol/plain";

type Position = [longitude: number, latitude: number];

const radian = Math.PI / 180;
const stepDegrees = 2;
/** The end of the Mercator map. */
const latitudeMax = 85.06;
/** The night goes on above it, where a wide screen shows what is beyond the map. */
const beyondMap = 89.9;

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
