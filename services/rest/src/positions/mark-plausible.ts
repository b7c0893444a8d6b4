import type { ReportedTrackPosition } from "@jetwire/db";
import type { TrackPosition } from "@jetwire/protocol";

/** Airliners are slower, also in a jet stream. */
const knotsMax = 700;
/** A report may be some minutes older than its message, unless it states its time. */
const slackMiles = 30;
const timedSlackMiles = 10;
const earthRadiusMiles = 3_440.065;
/** Positions before one that it is compared with: this many wrong ones in a row are found. */
const comparedMax = 24;

/**
 * Marks the positions of the longest chain that an airframe can fly, in time linear in their number.
 *
 * @param positions in the order of their times
 */
export function markPlausible(positions: readonly ReportedTrackPosition[]): TrackPosition[] {
  const lengths: number[] = [];
  const previous: (number | null)[] = [];
  let end = -1;
  for (const [n, position] of positions.entries()) {
    lengths[n] = 1;
    previous[n] = null;
    for (let m = n - 1; m >= Math.max(0, n - comparedMax); m--) {
      const before = positions[m];
      const length = (lengths[m] ?? 0) + 1;
      if (before === undefined || length <= (lengths[n] ?? 0)) continue;
      if (!canFly(before, position)) continue;
      lengths[n] = length;
      previous[n] = m;
    }
    if ((lengths[n] ?? 0) > (lengths[end] ?? 0)) end = n;
  }
  const chain = new Set<number>();
  for (let n: number | null = end; n !== null && n >= 0; n = previous[n] ?? null) chain.add(n);
  return positions.map(({ isTimed: _, ...position }, n) => ({
    ...position,
    plausible: chain.has(n),
  }));
}

function canFly(from: ReportedTrackPosition, to: ReportedTrackPosition): boolean {
  const hours = (Date.parse(to.at) - Date.parse(from.at)) / 3_600_000;
  const slack = from.isTimed && to.isTimed ? timedSlackMiles : slackMiles;
  return miles(from, to) <= slack + knotsMax * Math.max(0, hours);
}

/** Returns the length of the great circle between two positions, nautical miles. */
function miles(from: ReportedTrackPosition, to: ReportedTrackPosition): number {
  const north = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const east = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const h = north + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * east;
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(h)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
