import * as db from "@jetwire/db";
import type { StationHealth } from "@jetwire/db";
import { AppError, endpoints, type Station, type StationStatus } from "@jetwire/protocol";
import type { Limiters } from "@jetwire/redis";
import { addressNetwork, Cache } from "@jetwire/runtime";
import { badgeSvg } from "./badge.ts";
import type { RestConfig } from "../config.ts";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import { readPrograms } from "../station-facts/program-versions.ts";
import { requireStation } from "./station-routes.ts";

/** The latest messages are sampled: enough for shares, at the same cost for all stations. */
const sampledMax = 2_000;
const badgesMax = 1_000;
/** Badges that one address (IPv6: /64) may load in a minute. */
const badgesPerMinute = 120;

/** The status of a station, as JSON for its feeder and as an SVG badge for web pages. */
export function stationStatusRoutes(
  read: Read,
  limiters: Limiters,
  config: Pick<RestConfig, "REST_BADGE_SECONDS" | "REST_REPLICAS">,
): Route[] {
  const { REST_BADGE_SECONDS: badgeSeconds, REST_REPLICAS: replicas } = config;
  const limiter = limiters.fixedWindow({ name: "rest-badges", windowSeconds: 60, replicas });
  const badges = new Cache({
    entriesMax: badgesMax,
    ttlMs: badgeSeconds * 1_000,
    fetch: (id: number) => drawBadge(read, id),
  });
  return [
    route(endpoints.readStationStatus, async ({ params: { id } }, principal) => ({
      body: await read(async (sql) => {
        const station = await requireStation(sql, id, principal.accountId);
        const nowMs = Date.now();
        const usual = await db.messages.usualPerHour(sql, id, nowMs);
        const since = await db.stationActivity.readOfflineSince(sql, id);
        const health = await db.stationActivity.readStationHealth(sql, id, nowMs, sampledMax);
        const status = statusOf(station, health, usual, nowMs);
        const programs = await readPrograms(sql, health.latest);
        return { ...status, since: station.online ? null : since, programs };
      }),
    })),
    route(endpoints.readStationBadge, async ({ params: { id }, ip }) => {
      const { allowed } = await limiter.consume(addressNetwork(ip), badgesPerMinute);
      if (!allowed) throw new AppError("rate_limited", "Too many badges loaded by this address");
      return {
        stream: once(await badges.get(id)),
        type: "image/svg+xml",
        headers: {
          "Cache-Control": `public, max-age=${badgeSeconds}`,
          "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
        },
      };
    }),
  ];
}

/** @throws AppError `not_found` if the station is unknown or hidden, `unavailable` without Postgres */
async function drawBadge(read: Read, id: number): Promise<string> {
  return await read(async (sql) => {
    const station = await requireStation(sql, id, null);
    const nowMs = Date.now();
    const health = await db.stationActivity.readStationHealth(sql, id, nowMs, sampledMax);
    const { now, estimated } = db.stationActivity.messagesOfLastHour(health, nowMs, sampledMax);
    const text = station.online ? `online, ${estimated ? "≈ " : ""}${now}/h` : "offline";
    return badgeSvg({ label: station.ident, text, colour: station.online ? "green" : "red" });
  });
}

function statusOf(
  station: Station,
  health: StationHealth,
  usual: number | null,
  nowMs: number,
): Omit<StationStatus, "since" | "programs"> {
  const share = (part: number) => (health.sampled === 0 ? null : part / health.sampled);
  return {
    id: station.id,
    ident: station.ident,
    online: station.online,
    lastHeardAt: station.lastHeardAt,
    messagesPerHour: { ...db.stationActivity.messagesOfLastHour(health, nowMs, sampledMax), usual },
    decoders: [...health.decoders],
    skewedShare: share(health.skewed),
    laterShare: share(health.later),
    provenShare: share(health.proven),
    clockOffsetSeconds: toTenth(health.clockOffsetSeconds),
  };
}

function toTenth(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds * 10) / 10;
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
