import * as db from "@jetwire/db";
import {
  coveragePositionsMax,
  coverageSectors,
  endpoints,
  messageIdTimeMs,
  type Station,
  type StationCoverage,
} from "@jetwire/protocol";
import { Cache } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import { requireStation } from "../stations/station-routes.ts";

const coverageDays = 7;
const dayMs = 86_400_000;
const ttlMs = 10 * 60_000;
const cachedMax = 500;

/** `GET /v1/stations/:id/coverage`: how far a station receives, measured at most every ten minutes. */
export function stationCoverageRoute(read: Read): Route {
  const coverages = new Cache({
    entriesMax: cachedMax,
    ttlMs,
    fetch: async (key: string) => await measure(read, positionOf(key), Date.now()),
  });
  return route(endpoints.readStationCoverage, async ({ params: { id } }, principal) => {
    const station = await read((sql) => requireStation(sql, id, principal.accountId));
    return { body: await coverages.get(keyOf(station)) };
  });
}

/** A station at the position that is shown: from the exact one only for those who see it. */
interface StationPosition {
  readonly id: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

function keyOf({ id, latitude, longitude }: Station): string {
  return JSON.stringify([id, latitude, longitude]);
}

function positionOf(key: string): StationPosition {
  const [id, latitude, longitude] = JSON.parse(key) as [number, number | null, number | null];
  return { id, latitude, longitude };
}

async function measure(
  read: Read,
  station: StationPosition,
  nowMs: number,
): Promise<StationCoverage> {
  const { id, latitude, longitude } = station;
  const sinceMs = nowMs - coverageDays * dayMs;
  const hasPosition = latitude !== null && longitude !== null;
  const covered = hasPosition
    ? await read((sql) =>
        db.positions.readCoverage(
          sql,
          { stationId: id, latitude, longitude, sinceMs },
          { countMax: coveragePositionsMax, sectors: coverageSectors },
        ),
      )
    : [];
  const record = covered.toSorted((a, b) => b.max - a.max)[0];
  return {
    id,
    since: new Date(sinceMs).toISOString(),
    until: new Date(nowMs).toISOString(),
    latitude,
    longitude,
    positions: covered.reduce((sum, { positions }) => sum + positions, 0),
    sectors: Array.from({ length: coverageSectors }, (_, sector) => {
      const one = covered.find((other) => other.sector === sector);
      return {
        from: (sector * 360) / coverageSectors,
        positions: one?.positions ?? 0,
        usual: one === undefined ? null : rounded(one.usual),
        max: one === undefined ? null : rounded(one.max),
      };
    }),
    record:
      record === undefined
        ? null
        : {
            distance: rounded(record.max),
            bearing: rounded(record.farthest.bearing),
            timestamp: new Date(messageIdTimeMs(record.farthest.id)).toISOString(),
            messageId: record.farthest.id,
          },
  };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
