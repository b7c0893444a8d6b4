import * as db from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import { addressNetwork, Cache, hashNetwork } from "@jetwire/runtime";
import type { RestConfig } from "../config.ts";
import { feedHost, feedPorts } from "../instance/feed-address.ts";
import { type Route, route } from "../route.ts";
import { feedingRoute, type OwnNetworkServices } from "./feeding-route.ts";
import {
  mayDispute,
  type NetworkAsked,
  type NetworkRead,
  readOwnNetwork,
} from "./read-own-network.ts";

type OwnNetworkConfig = Pick<
  RestConfig,
  | "FEED_HOST"
  | "INGEST_ADDRESS_SECRET"
  | "INGEST_HTTP_PORT"
  | "INGEST_TCP_PORTS"
  | "INGEST_UDP_PORTS"
  | "PUBLIC_ROUTES"
  | "PUBLIC_URL"
  | "PUBLIC_VIEWER"
  | "REST_REPLICAS"
>;

/** Requests and disputes that one address (IPv6: /64) may send in a minute. */
const requestsPerMinute = 60;
const disputesPerMinute = 10;
/** Pages of one network ask at the same time; the answer stays a few seconds old at most. */
const keptMs = 1_000;
const networksMax = 1_000;

/** `/v1/heard`: whether a feeder's messages arrive, shown to its network without an account. */
export function ownNetworkRoutes(
  { write, limiters }: OwnNetworkServices,
  config: OwnNetworkConfig,
): Route[] {
  const { INGEST_ADDRESS_SECRET: secret, REST_REPLICAS: replicas } = config;
  const requests = limiters.fixedWindow({ name: "rest-own-network", windowSeconds: 60, replicas });
  const disputes = limiters.fixedWindow({ name: "rest-disputes", windowSeconds: 60, replicas });
  const answers = new Cache<string, NetworkRead>({
    entriesMax: networksMax,
    ttlMs: keptMs,
    fetch: (key) => write((sql) => readOwnNetwork(sql, askedOf(key), Date.now())),
  });

  function askedOf(key: string): NetworkAsked {
    const [network, ident] = JSON.parse(key) as [string, string | null];
    return {
      network: secret === undefined ? null : hashNetwork(network, secret),
      ident: ident ?? undefined,
      isPublic: config.PUBLIC_VIEWER,
    };
  }

  return [
    feedingRoute({ write, limiters }, config),
    route(endpoints.readOwnNetwork, async (request) => {
      const network = addressNetwork(request.ip);
      const { allowed } = await requests.consume(network, requestsPerMinute);
      if (!allowed) throw new AppError("rate_limited", "Too many requests from this address");
      const { stations, refused } = await answers.get(
        JSON.stringify([network, request.query.ident ?? null]),
      );
      return {
        body: {
          address: shownAddress(request.ip),
          host: feedHost(request, config),
          ports: feedPorts(config),
          comparesNetworks: secret !== undefined,
          servesRoutes: config.PUBLIC_ROUTES,
          stations: [...stations],
          refused: [...refused],
        },
      };
    }),
    route(endpoints.disputeClaim, async (request) => {
      const { id } = request.params;
      const network = addressNetwork(request.ip);
      const { allowed } = await disputes.consume(network, disputesPerMinute);
      if (!allowed) throw new AppError("rate_limited", "Too many disputes from this address");
      const hash = secret === undefined ? null : hashNetwork(network, secret);
      const disputedAt = await write(async (sql) => {
        const [station] = await db.stations.listOfNetwork(sql, { network: hash, id });
        if (station === undefined || station.evidence === null) {
          throw new AppError("not_found", "No message of this station came from your network");
        }
        if (!mayDispute(station, station.claim)) {
          throw new AppError("forbidden", "The claim of this station cannot be disputed from here");
        }
        return await db.claims.dispute(sql, { stationId: id, share: station.share ?? 0 });
      });
      if (disputedAt === null) throw new AppError("not_found", "The station has no owner any more");
      answers.clear();
      return { body: { stationId: id, disputedAt } };
    }),
  ];
}

function shownAddress(ip: string): string {
  return ip.startsWith("::ffff:") && ip.includes(".") ? ip.slice("::ffff:".length) : ip;
}
