import { countMessages, readStationLatest } from "@jetwire/db";
import { endpoints, type StationStatsQuery } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import type { Viewing } from "../messages/viewing.ts";
import { requireStation } from "./station.ts";

/** Messages looked at for what no count tells: the same cost for every station and time. */
const sampledMax = 10_000;
const dayMs = 86_400_000;
const defaultDays = { hour: 1, day: 30 } as const;

/** `GET /v1/stations/:id/stats`: what a station hears, by the hour or day. */
export function stationStatsRoute(read: Read, now: () => number): Route {
  return route(endpoints.readStationStats, async ({ params: { id }, query }, viewing: Viewing) => {
    const { since, until } = timeOf(query, now());
    const { step } = query;
    const [counts, latest] = await read(async (sql) => {
      await requireStation(sql, id, viewing);
      const time = { sinceMs: since.getTime(), untilMs: until.getTime() };
      return [
        await countMessages(sql, { since, until, step }, id),
        await readStationLatest(sql, id, time, sampledMax),
      ] as const;
    });
    const { sampled, labels, levels, airframes } = latest;
    return {
      body: {
        id,
        since: since.toISOString(),
        until: until.toISOString(),
        step,
        counts,
        latest: {
          sampled,
          from: latest.from?.toISOString() ?? null,
          labels: [...labels],
          levels,
          airframes,
        },
      },
    };
  });
}

/** Without a beginning the last day of hours, or the last thirty days. */
function timeOf(query: StationStatsQuery, nowMs: number): { since: Date; until: Date } {
  const untilMs = query.until === undefined ? nowMs : Date.parse(query.until);
  const sinceMs =
    query.since === undefined ? untilMs - defaultDays[query.step] * dayMs : Date.parse(query.since);
  return { since: new Date(sinceMs), until: new Date(untilMs) };
}
