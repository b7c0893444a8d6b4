import { readOfflineSince, readStationHealth, type StationHealth, usualPerHour } from "@jetwire/db";
import { endpoints, type Station, type StationStatus } from "@jetwire/protocol";
import { badgeSvg } from "../badge.ts";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import { requireStation } from "./stations.ts";

/** The latest messages are sampled: enough for shares, at the same cost for all stations. */
const sampledMax = 2_000;
const hourMs = 3_600_000;
const badgeSeconds = 60;

/** The status of a station, as JSON for its feeder and as an SVG badge for web pages. */
export function stationStatusRoutes(read: Read): Route[] {
  return [
    route(endpoints.readStationStatus, async ({ params: { id } }, principal) => ({
      body: await read(async (sql) => {
        const station = await requireStation(sql, id, principal.accountId);
        const nowMs = Date.now();
        const usual = await usualPerHour(sql, id, new Date(nowMs));
        const since = (await readOfflineSince(sql, id))?.toISOString() ?? null;
        const health = await readStationHealth(sql, id, nowMs, sampledMax);
        const status = statusOf(station, health, usual, nowMs);
        return { ...status, since: station.online ? null : since };
      }),
    })),
    route(endpoints.readStationBadge, async ({ params: { id } }) => {
      const svg = await read(async (sql) => {
        const station = await requireStation(sql, id, null);
        const nowMs = Date.now();
        const health = await readStationHealth(sql, id, nowMs, sampledMax);
        const hourly = perHour(health, nowMs);
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

/** Returns the messages of the last hour, extrapolated if the sample covers less than an hour. */
function perHour({ sampled, ofLastHour, from }: StationHealth, nowMs: number): number {
  if (from === null || sampled < sampledMax || ofLastHour < sampled) return ofLastHour;
  return Math.round((sampled * hourMs) / Math.max(1, nowMs - from.getTime()));
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
