import { en } from "../text/en.ts";

/** The stations that are online. */
export interface StationsOnline {
  /** Stations that are not simulated, and those that are. */
  readonly real: number;
  readonly simulated: number;
  /** Whether there are more than were counted. */
  readonly hasMore: boolean;
}

/** Returns the line for those who see the page for the first time: simulated stations are no volunteers. */
export function firstLineOf(stations: StationsOnline | undefined): string {
  if (!stations || stations.hasMore) return en.live.firstVisitUncounted;
  const { real, simulated } = stations;
  if (real === 0) return simulated > 0 ? en.live.demo : en.live.firstVisitUncounted;
  return en.live.firstVisit(real, simulated);
}
