import type { ListedStation, StationStatus } from "@jetwire/protocol";

/** A station of the user, and how it does. */
export interface OwnStation {
  readonly station: ListedStation;
  readonly status: StationStatus;
}

/** Sorts stations: those with a problem first, then by ident. */
export function inOrder(stations: readonly OwnStation[]): OwnStation[] {
  return stations.toSorted(
    (a, b) =>
      Number(a.status.online) - Number(b.status.online) ||
      a.station.ident.localeCompare(b.station.ident),
  );
}
