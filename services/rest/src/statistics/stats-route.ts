import * as db from "@jetwire/db";
import type { LatestMessages } from "@jetwire/db";
import { endpoints, type MessagesCounted, type Stats } from "@jetwire/protocol";
import { Cache } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import { type BreakdownAsked, readBreakdown } from "./breakdown.ts";

/** The latest messages are sampled for labels and the last minute, at the same cost at any rate. */
const sampledMax = 10_000;
const ttlMs = 10_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
const hoursMax = 168;
const dayHours = 24;

const breakdownTtlMs = 60_000;
const breakdownsMax = 30;

/**
 * `GET /v1/stats`: statistics of the whole service, computed at most every ten seconds per length, and
 * counts by a property, read at most every minute.
 */
export function statsRoute(read: Read): Route {
  const stats = new Cache({
    entriesMax: hoursMax,
    ttlMs,
    fetch: (hours: number) => computeStats(read, Date.now(), hours),
  });
  const breakdowns = new Cache({
    entriesMax: breakdownsMax,
    ttlMs: breakdownTtlMs,
    fetch: (key: string) => readBreakdown(read, JSON.parse(key) as BreakdownAsked, Date.now()),
  });
  return route(endpoints.readStats, async ({ query }) => {
    const { hours, by, range = "24h", step = range === "30d" ? "day" : "hour" } = query;
    const body = await stats.get(hours);
    if (by === undefined) return { body };
    return {
      body: { ...body, breakdown: await breakdowns.get(JSON.stringify({ by, step, range })) },
    };
  });
}

async function computeStats(read: Read, nowMs: number, hours: number): Promise<Stats> {
  const thisHourMs = Math.floor(nowMs / hourMs) * hourMs;
  const since = new Date(thisHourMs - (Math.max(hours, dayHours) - 1) * hourMs).toISOString();
  return await read(async (sql) => {
    const totals = await db.messages.readTotals(sql);
    const latest = await db.messages.readLatest(sql, nowMs, sampledMax);
    const counted = await db.messages.count(
      sql,
      { since, until: new Date(nowMs + hourMs).toISOString(), step: "hour" },
      null,
    );
    const day = counted.filter((hour) => Date.parse(hour.from) > thisHourMs - dayHours * hourMs);
    return {
      time: new Date(nowMs).toISOString(),
      stations: { visible: totals.visible, online: totals.online },
      airframes: totals.airframes,
      flights: totals.flights,
      messages: {
        lastMinute: perMinute(latest, nowMs),
        lastHour: lastHour(counted, nowMs, thisHourMs),
        lastDay: day.reduce((sum, { messages }) => sum + messages, 0),
      },
      bySourceType: sumBySourceType(day),
      labels: { sampled: latest.sampled, top: latest.labels },
      hours: counted.filter((hour) => Date.parse(hour.from) > thisHourMs - hours * hourMs),
    };
  });
}

/** Returns the messages of the last minute, extrapolated if the sample covers less than a minute. */
function perMinute({ sampled, ofLastMinute, from }: LatestMessages, nowMs: number): number {
  if (from === null || sampled < sampledMax || ofLastMinute < sampled) return ofLastMinute;
  return Math.round((sampled * minuteMs) / Math.max(1, nowMs - Date.parse(from)));
}

/** Returns the messages of this hour and the share of the hour before that is within sixty minutes. */
function lastHour(counted: readonly MessagesCounted[], nowMs: number, thisHourMs: number): number {
  const of = (fromMs: number) =>
    counted.find(({ from }) => Date.parse(from) === fromMs)?.messages ?? 0;
  const rest = 1 - (nowMs - thisHourMs) / hourMs;
  return Math.round(of(thisHourMs) + of(thisHourMs - hourMs) * rest);
}

function sumBySourceType(counted: readonly MessagesCounted[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { bySourceType } of counted) {
    for (const [type, messages] of Object.entries(bySourceType)) {
      sums[type] = (sums[type] ?? 0) + messages;
    }
  }
  return sums;
}
