import * as db from "@jetwire/db";
import { endpoints, type StationStatsQuery } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import { requireStation } from "../stations/station-routes.ts";

/** The latest messages are sampled for what counts do not tell, at the same cost for all stations. */
const sampledMax = 10_000;
const dayMs = 86_400_000;
const defaultDays = { hour: 1, day: 30 } as const;

/** `GET /v1/stations/:id/stats`: messages of a station by the hour or day. */
export function stationStatsRoute(read: Read): Route {
  return route(endpoints.readStationStats, async ({ params: { id }, query }, principal) => {
    const { since, until } = periodOf(query);
    const { step } = query;
    const [counts, latest] = await read(async (sql) => {
      await requireStation(sql, id, principal.accountId);
      const period = { sinceMs: Date.parse(since), untilMs: Date.parse(until) };
      return [
        await db.messages.count(sql, { since, until, step }, id),
        await db.stationActivity.readStationLatest(sql, id, period, sampledMax),
      ] as const;
    });
    return { body: { id, since, until, step, counts, latest } };
  });
}

/** Returns the period; without `since` the last day by hours, or the last thirty days. */
function periodOf({ since, until, step }: StationStatsQuery): { since: string; until: string } {
  const untilMs = until === undefined ? Date.now() : Date.parse(until);
  const sinceMs = since === undefined ? untilMs - defaultDays[step] * dayMs : Date.parse(since);
  return { since: new Date(sinceMs).toISOString(), until: new Date(untilMs).toISOString() };
}
