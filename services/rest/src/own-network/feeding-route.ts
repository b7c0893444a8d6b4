import * as db from "@jetwire/db";
import {
  AppError,
  endpoints,
  type Feeding,
  feedingPerMinute,
  feedingSeconds,
  uniformIdent,
} from "@jetwire/protocol";
import type { Limiters } from "@jetwire/redis";
import { addressNetwork, Cache, hashNetwork } from "@jetwire/runtime";
import type { RestConfig } from "../config.ts";
import type { Read } from "../database-reader.ts";
import { pageOrigin } from "../instance/feed-address.ts";
import { type Route, route } from "../route.ts";

type Config = Pick<RestConfig, "INGEST_ADDRESS_SECRET" | "PUBLIC_URL" | "REST_REPLICAS">;
type StationFeeding = Feeding["stations"][number];

/** Reads and writes the primary, because a replica may be late. */
export interface OwnNetworkServices {
  readonly write: Read;
  readonly limiters: Limiters;
}

const answersMax = 2_000;
/** The messages of a station that are counted; more are estimated. */
const sampledMax = 2_000;

/** `GET /v1/feeding`: whether messages of a feeder arrive, for programs. It shows nothing that `/v1/heard` hides. */
export function feedingRoute({ write, limiters }: OwnNetworkServices, config: Config): Route {
  const { INGEST_ADDRESS_SECRET: secret, REST_REPLICAS: replicas } = config;
  const requests = limiters.fixedWindow({ name: "rest-feeding", windowSeconds: 60, replicas });
  const answers = new Cache<string, readonly StationFeeding[]>({
    entriesMax: answersMax,
    ttlMs: feedingSeconds * 1_000,
    fetch: async (key) => {
      const [network, ident] = JSON.parse(key) as [string | null, string | null];
      if (ident !== null) return await read({ network: null, ident });
      return secret === undefined || network === null
        ? []
        : await read({ network: hashNetwork(network, secret) });
    },
  });

  async function read(asked: Parameters<typeof db.stations.listFeeding>[1]) {
    const nowMs = Date.now();
    return await write(async (sql) => {
      const rows = await db.stations.listFeeding(sql, asked);
      const ids = rows.map(({ id }) => id);
      const samples = await db.stationActivity.readStationSamples(sql, ids, nowMs, sampledMax);
      return rows.map(({ id, ...row }): StationFeeding => {
        const sample = samples.get(id);
        const hour = sample && db.stationActivity.messagesOfLastHour(sample, nowMs, sampledMax);
        return { ...row, messagesLastHour: hour?.now ?? 0 };
      });
    });
  }

  return route(endpoints.readFeeding, async (request) => {
    const network = addressNetwork(request.ip);
    const { allowed } = await requests.consume(network, feedingPerMinute);
    if (!allowed) throw new AppError("rate_limited", "Too many requests from this address");
    const ident = request.query.ident === undefined ? null : uniformIdent(request.query.ident);
    const stations = await answers.get(JSON.stringify([ident === null ? network : null, ident]));
    const query = ident === null ? "" : `?ident=${encodeURIComponent(ident)}`;
    const cache = ident === null ? "private, no-store" : `public, max-age=${feedingSeconds}`;
    return {
      body: {
        feeding: stations.some(({ feeding }) => feeding),
        ident,
        lastMessageAt: stations[0]?.lastMessageAt ?? null,
        messagesLastHour: stations.reduce((sum, one) => sum + one.messagesLastHour, 0),
        status: `${pageOrigin(request, config)}/heard${query}`,
        comparesNetworks: secret !== undefined,
        stations: [...stations],
      },
      headers: { "Cache-Control": cache },
    };
  });
}
