import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import {
  AppError,
  endpoints,
  hourRange,
  messageIdFloor,
  propagationRowsMax,
} from "@jetwire/protocol";
import { Cache } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import { activeChannels, type HfEvidence } from "./active-channels.ts";
import { followedGroundStations, systemTableText } from "./hf-formats.ts";
import { wholeHours } from "./whole-hours.ts";

/** Everybody's evidence is the same; a change of frequency is visible after this time at the latest. */
const evidenceMs = 5_000;
const reportedMs = 3_600_000;

/** `/v1/propagation` and `/v1/hf`: what HFDL carries, and on which channels now. */
export function hfRoutes(read: Read): Route[] {
  const cache = new Cache({
    entriesMax: 1,
    ttlMs: evidenceMs,
    fetch: (_only: "now") => readEvidence(read),
  });
  return [
    route(endpoints.readPropagation, async ({ query }, principal) => {
      const { fromMs, toMs } = hourRange(query, Date.now());
      const { station = 0, ground_station: ofGround } = query;
      const [from, to] = [new Date(fromMs), new Date(toMs)];
      const range = {
        from,
        to,
        groundStation: ofGround === undefined ? ofGround : numberOf(ofGround),
      };
      return {
        body: await read(async (sql) => {
          if (station !== 0) await requireVisible(sql, station, principal.accountId);
          const rows = await db.hf.listChannelHours(sql, range, station);
          const paths = await db.hf.listPaths(sql, range);
          const { channels, nextTo } = wholeHours(rows, propagationRowsMax);
          return { from: from.toISOString(), to: to.toISOString(), channels, nextTo, paths };
        }),
      };
    }),
    route(endpoints.listActiveChannels, async ({ query: { lat, lon } }) => {
      const point =
        lat === undefined || lon === undefined ? null : { latitude: lat, longitude: lon };
      const nowMs = Date.now();
      const channels = activeChannels(await cache.get("now"), point, nowMs);
      return { body: { at: new Date(nowMs).toISOString(), channels } };
    }),
    route(endpoints.listFollowedGroundStations, async () => ({
      body: followedGroundStations((await cache.get("now")).announced),
    })),
    route(endpoints.readSystemTable, async () => ({
      stream: once(systemTableText((await cache.get("now")).announced)),
      type: "text/plain; charset=utf-8",
    })),
  ];
}

async function readEvidence(read: Read): Promise<HfEvidence> {
  const sinceId = messageIdFloor(Date.now() - reportedMs);
  return await read(async (sql) => {
    const [announced, received, reporting] = await Promise.all([
      db.hf.listAnnounced(sql),
      db.hf.listReceived(sql),
      db.hf.listReporting(sql, sinceId),
    ]);
    return { announced, received, reporting };
  });
}

/** Returns the number of a ground station of HFDL. @throws AppError `invalid_request` for another one */
function numberOf(id: string): number {
  if (id.startsWith("hfdl-")) return Number(id.slice("hfdl-".length));
  throw invalid("ground_station", "must be a ground station of HFDL, like hfdl-4");
}

async function requireVisible(sql: Sql, station: number, accountId: string | null): Promise<void> {
  const found = await db.stations.readVisible(sql, station, accountId);
  if (found === null) throw invalid("station", "is not the id of a known station");
}

function invalid(field: string, message: string): AppError {
  return new AppError("invalid_request", `Invalid query parameters: ${field}`, {
    errors: [{ field, message }],
  });
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
