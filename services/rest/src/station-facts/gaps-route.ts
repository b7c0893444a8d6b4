import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { endpoints, type Station, type StationGaps } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import { requireStation } from "../stations/station-routes.ts";
import { findOutages, type Hour, type ReceptionOutage, stateOf } from "./find-outages.ts";

const gapDays = 7;
const hourMs = 3_600_000;

/** `GET /v1/stations/:id/gaps`: the hours with and without messages, and when outages began and ended. */
export function stationGapsRoute(read: Read): Route {
  return route(endpoints.readStationGaps, async ({ params: { id } }, principal) => ({
    body: await read(async (sql) => {
      const station = await requireStation(sql, id, principal.accountId);
      return await readGaps(sql, station, Date.now());
    }),
  }));
}

async function readGaps(sql: Sql, station: Station, nowMs: number): Promise<StationGaps> {
  const until = new Date(nowMs).toISOString();
  const thisHourMs = Math.floor(nowMs / hourMs) * hourMs;
  const since = new Date(thisHourMs - (gapDays * 24 - 1) * hourMs).toISOString();
  const counted = await db.stationActivity.countStationHours(sql, station.id, { since, until });
  const firstMs = station.firstHeardAt === null ? Infinity : Date.parse(station.firstHeardAt);
  const hours = counted.map((hour): Hour => ({
    ...hour,
    state: stateOf(hour, firstMs, thisHourMs),
  }));
  const outages = findOutages(hours, thisHourMs);
  return {
    id: station.id,
    since,
    until,
    hours: hours.map(({ from, messages, state }) => ({ from, messages, state })),
    outages: await withTimes(sql, station.id, outages),
  };
}

/** Replaces the hours at which outages begin and end by the times of the messages around them. */
async function withTimes(
  sql: Sql,
  stationId: number,
  outages: readonly ReceptionOutage[],
): Promise<StationGaps["outages"]> {
  if (outages.length === 0) return [];
  const around = await db.stationActivity.messagesAround(sql, stationId, outages);
  return outages
    .map(({ from, until, hours, isOver }, n) => ({
      from: around[n]?.lastBefore ?? from,
      until: isOver ? (around[n]?.firstAfter ?? until) : null,
      hours,
    }))
    .toReversed();
}
