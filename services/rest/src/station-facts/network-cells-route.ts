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
import { addUp, cellsToShow, featureOf } from "./cell-features.ts";

const hourMs = 3_600_000;
const ttlMs = 10 * 60_000;
/** Cells that are read of a part of the time: those with the most positions. */
const readMax = 20_000;
/** One for each kind of station, and one for all. */
const answersMax = 8;
const all = "all";

/** `GET /v1/coverage/cells`: read at most every ten minutes for each kind of station, and once at a time. */
export function networkCellsRoute(read: Read): Route {
  let reading: Promise<unknown> = Promise.resolve();
  const answers = new Cache({
    entriesMax: answersMax,
    ttlMs,
    staleOnError: true,
    fetch: async (kind: string) => {
      const sourceType = kind === all ? null : kind;
      const mine = reading.then(async () => await readCells(read, sourceType, Date.now()));
      reading = mine.catch(() => null);
      return await mine;
    },
  });
  return route(endpoints.readCoverageCells, async ({ query: { source_type: sourceType } }) => ({
    body: await answers.get(sourceType ?? all),
  }));
}

/** Reads part after part of the days: together they take longer than a query may. */
async function readCells(
  read: Read,
  sourceType: string | null,
  nowMs: number,
): Promise<StationCells> {
  const nextHourMs = (Math.floor(nowMs / hourMs) + 1) * hourMs;
  const parts = [];
  for (let ago = coverageCellDays * 24; ago > 0; ago -= db.positions.cellQueryHours) {
    const since = new Date(nextHourMs - ago * hourMs);
    parts.push(
      await read((sql) => db.positions.listNetworkCells(sql, { since, sourceType }, readMax)),
    );
  }
  return {
    type: "FeatureCollection",
    features: cellsToShow(addUp(parts), coverageCellsMax).map(featureOf),
  };
}
