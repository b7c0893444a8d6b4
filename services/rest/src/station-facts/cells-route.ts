import * as db from "@jetwire/db";
import {
  coverageCellDays,
  coverageCellsMax,
  endpoints,
  type StationCells,
} from "@jetwire/protocol";
import { Cache } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import { requireStation } from "../stations/station-routes.ts";
import { cellsToShow, featureOf } from "./cell-features.ts";

const dayMs = 86_400_000;
const ttlMs = 10 * 60_000;
const cachedMax = 100;
/** Cells that are read; the rest is outside of what a station usually receives. */
const readMax = 20_000;

/** `GET /v1/stations/:id/coverage/cells`: read at most every ten minutes. */
export function stationCellsRoute(read: Read): Route {
  const answers = new Cache({
    entriesMax: cachedMax,
    ttlMs,
    fetch: async (stationId: number) => await readCells(read, stationId, Date.now()),
  });
  return route(endpoints.readStationCells, async ({ params: { id } }, principal) => {
    const station = await read((sql) => requireStation(sql, id, principal.accountId));
    return { body: await answers.get(station.id) };
  });
}

async function readCells(read: Read, stationId: number, nowMs: number): Promise<StationCells> {
  const since = new Date(nowMs - coverageCellDays * dayMs);
  const cells = await read((sql) => db.positions.listCells(sql, { stationId, since }, readMax));
  return {
    type: "FeatureCollection",
    features: cellsToShow(cells, coverageCellsMax).map(featureOf),
  };
}
