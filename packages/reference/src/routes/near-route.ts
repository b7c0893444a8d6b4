/** A position, in degrees. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

const earthRadiusNm = 3_440.065;
/** Aircraft leave the great circle for winds, airways and closed airspace. */
const apartNmMin = 50;
const apartShare = 0.2;

/**
 * Whether a position is near the great circle between two airports: not farther from it than a fifth of its length, at least
 * 50 nautical miles, and as little before its start or behind its end.
 */
export function isNearRoute(position: Position, from: Position, to: Position): boolean {
  const lengthNm = distanceNm(from, to);
  const apartNmMax = Math.max(apartNmMin, apartShare * lengthNm);
  if (distanceNm(position, from) <= apartNmMax || distanceNm(position, to) <= apartNmMax)
    return true;
  const flown = distanceNm(from, position) / earthRadiusNm;
  const angle = bearing(from, position) - bearing(from, to);
  const alongNm = Math.atan2(Math.sin(flown) * Math.cos(angle), Math.cos(flown)) * earthRadiusNm;
  const apartNm = Math.abs(Math.asin(Math.sin(flown) * Math.sin(angle))) * earthRadiusNm;
  return apartNm <= apartNmMax && alongNm >= 0 && alongNm <= lengthNm;
}

function distanceNm(a: Position, b: Position): number {
  const latitudes = radians(b.latitude - a.latitude);
  const longitudes = radians(b.longitude - a.longitude);
  const h =
    Math.sin(latitudes / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(longitudes / 2) ** 2;
  return 2 * earthRadiusNm * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Returns the direction in which a great circle begins, radians from north. */
function bearing(from: Position, to: Position): number {
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const apart = radians(to.longitude - from.longitude);
  return Math.atan2(
    Math.sin(apart) * Math.cos(b),
    Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(apart),
  );
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
