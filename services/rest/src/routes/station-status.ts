import {
  readOfflineSince,
  readStationHealth,
  type Sql,
  type StationHealth,
  usualPerHour,
} from "@jetwire/db";
import { endpoints, type Station, type StationStatus } from "@jetwire/protocol";
import { badgeSvg } from "../badge.ts";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import type { Viewing } from "../messages/viewing.ts";
import { requireStation } from "./station.ts";

/** Messages looked at: enough for shares, and the same cost for every station. */
const sampledMax = 2_000;
const hourMs = 3_600_000;
const badgeSeconds = 60;

/** How a station is doing, as JSON for who feeds and as a picture for web pages. */
export function stationStatusRoutes(read: Read, now: () => number): Route[] {
  return [
    route(endpoints.readStationStatus, async ({ params: { id } }, viewing: Viewing) => ({
      body: await read(async (sql) => {
        const station = await requireStation(sql, id, viewing);
        const usual = await usualPerHour(sql, id, new Date(now()));
        const since = (await readOfflineSince(sql, id))?.toISOString() ?? null;
        const doing = statusOf(station, await health(sql, id), usual, now());
        return { ...doing, since: station.online ? null : since };
      }),
    })),
    route(endpoints.readStationBadge, async ({ params: { id } }) => {
      const svg = await read(async (sql) => {
        const station = await requireStation(sql, id, null);
        const hourly = perHour(await health(sql, id), now());
        const text = station.online ? `online, ${Math.round(hourly)}/h` : "offline";
        return badgeSvg({ label: station.ident, text, colour: station.online ? "green" : "red" });
      });
      return {
        stream: once(svg),
        type: "image/svg+xml",
        headers: {
          "Cache-Control": `public, max-age=${badgeSeconds}`,
          "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
        },
      };
    }),
  ];

  function health(sql: Sql, id: number): Promise<StationHealth> {
    return readStationHealth(sql, id, now(), sampledMax);
  }
}

function statusOf(
  station: Station,
  health: StationHealth,
  usual: number | null,
  nowMs: number,
): Omit<StationStatus, "since"> {
  const share = (part: number) => (health.sampled === 0 ? null : part / health.sampled);
  return {
    id: station.id,
    ident: station.ident,
    online: station.online,
    lastHeardAt: station.lastHeardAt,
    messagesPerHour: { now: perHour(health, nowMs), usual },
    decoders: [...health.decoders],
    skewedShare: share(health.skewed),
    laterShare: share(health.later),
  };
}

/** Counted, or where the sample is younger than an hour, what it makes in one. */
function perHour({ sampled, ofLastHour, from }: StationHealth, nowMs: number): number {
  if (from === null || sampled < sampledMax || ofLastHour < sampled) return ofLastHour;
  return Math.round((sampled * hourMs) / Math.max(1, nowMs - from.getTime()));
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
