import { countMessages, type LatestMessages, readLatestMessages, readTotals } from "@jetwire/db";
import { endpoints, type MessagesCounted, type Stats } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import { createShortMemory } from "../short-memory.ts";

/** Messages looked at for labels and the last minute: the same cost at any traffic. */
const sampledMax = 10_000;
const keptMs = 10_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
const hoursMax = 168;
const dayHours = 24;

/** `GET /v1/stats`: what the whole service hears; made at most every ten seconds for each length. */
export function statsRoute(read: Read, now: () => number): Route {
  const stats = createShortMemory((hours: number) => makeStats(read, now(), hours), {
    keptMs,
    entriesMax: hoursMax,
    keyOf: String,
  });
  return route(endpoints.readStats, async ({ query: { hours } }) => ({
    body: await stats.find(hours),
  }));
}

async function makeStats(read: Read, nowMs: number, hours: number): Promise<Stats> {
  const thisHourMs = Math.floor(nowMs / hourMs) * hourMs;
  const since = new Date(thisHourMs - (Math.max(hours, dayHours) - 1) * hourMs);
  return await read(async (sql) => {
    const totals = await readTotals(sql);
    const latest = await readLatestMessages(sql, nowMs, sampledMax);
    const counted = await countMessages(
      sql,
      { since, until: new Date(nowMs + hourMs), step: "hour" },
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
      labels: { sampled: latest.sampled, top: [...latest.labels] },
      hours: counted.filter((hour) => Date.parse(hour.from) > thisHourMs - hours * hourMs),
    };
  });
}

/** Counted, or where the sample is younger than a minute, what it makes in one. */
function perMinute({ sampled, ofLastMinute, from }: LatestMessages, nowMs: number): number {
  if (from === null || sampled < sampledMax || ofLastMinute < sampled) return ofLastMinute;
  return Math.round((sampled * minuteMs) / Math.max(1, nowMs - from.getTime()));
}

/** This hour, and of the one before the share that is still within sixty minutes. */
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
