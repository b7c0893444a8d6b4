import type { Stores } from "@jetwire/redis";

export type StationChanges = ReturnType<typeof createStationChanges>;

/**
 * Announces changes of stations to ingest. Announcements may be lost: ingest finds the change in
 * Postgres within seconds.
 */
export function createStationChanges({ notices }: Pick<Stores, "notices">) {
  return {
    stationChanged(stationId: number): void {
      notices.publish({ kind: "station-changed", stationId }).catch(() => {});
    },
  };
}
