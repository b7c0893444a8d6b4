import * as db from "@jetwire/db";
import { AppError, endpoints, type PagePath, pageTitles } from "@jetwire/protocol";
import type { Limiters } from "@jetwire/redis";
import { addressNetwork, type Logger } from "@jetwire/runtime";
import type { RestConfig } from "../config.ts";
import type { Read } from "../database-reader.ts";
import type { MessageFinder } from "../messages/find-message.ts";
import {
  describeAirframe,
  describeAirline,
  describeAirport,
  describeFlight,
  describeMessage,
  describeStation,
} from "./describe-page.ts";
import { cardPathOf } from "./cards/card-paths.ts";
import { withParams } from "./read-params.ts";
import type { PageHead } from "./write-head.ts";

/** Pages about one thing that a network may load in a minute with their description. */
const describedPerMinute = 60;
const about = "Messages between aircraft and the ground, as volunteers' stations receive them.";

type Description = Pick<PageHead, "title" | "description">;
/** Returns null if the thing does not exist. */
type Describe = (params: unknown) => Promise<Description | null>;

export type PageHeads = ReturnType<typeof createPageHeads>;

/** Describes pages about one thing by what everybody may read of it. */
export function createPageHeads(
  read: Read,
  messages: MessageFinder,
  limiters: Limiters,
  config: Pick<RestConfig, "PUBLIC_VIEWER" | "REST_REPLICAS">,
) {
  const limiter = limiters.fixedWindow({
    name: "rest-pages",
    windowSeconds: 60,
    replicas: config.REST_REPLICAS,
  });
  const describers: Partial<Record<PagePath, Describe>> = {
    "/messages/:id": withParams(endpoints.readMessage, async ({ id }) => {
      const message = await messages.find(id, { accountId: null });
      return message && describeMessage(message);
    }),
    "/flights/:id": withParams(endpoints.readFlight, async ({ id }) => {
      const found = await read((sql) => db.flights.read(sql, id));
      return found && describeFlight(found.flight);
    }),
    "/airframes/:icao": withParams(endpoints.readAirframe, async ({ icao }) => {
      const [airframe] = await read((sql) => db.airframes.find(sql, icao));
      return airframe ? describeAirframe(airframe) : null;
    }),
    "/airlines/:code": withParams(endpoints.readAirline, async ({ code }) => {
      const airline = await read((sql) => db.airlines.find(sql, code));
      return airline && describeAirline(airline);
    }),
    "/airports/:code": withParams(endpoints.readAirport, async ({ code }) => {
      const airport = await read((sql) => db.airports.find(sql, code));
      return airport && describeAirport(airport);
    }),
    "/stations/:id": withParams(endpoints.readStation, async ({ id }) => {
      const station = await read((sql) => db.stations.readVisible(sql, id, null));
      return station && describeStation(station);
    }),
  };

  return {
    /**
     * Returns the head of a page. It is a general one for other pages, above the limit of a network,
     * and while Postgres is unavailable: the page itself then says what is wrong.
     */
    async of(path: PagePath, params: unknown, ip: string, log: Logger): Promise<PageHead> {
      const general: PageHead = { status: 200, title: pageTitles[path], description: about };
      const describe = config.PUBLIC_VIEWER ? describers[path] : undefined;
      if (describe === undefined) return general;
      const { allowed } = await limiter.consume(addressNetwork(ip), describedPerMinute);
      if (!allowed) return general;
      try {
        const description = await describe(params);
        if (description !== null)
          return { status: 200, ...description, picture: cardPathOf(path, params) };
        return { ...general, status: 404, title: `${general.title} not found` };
      } catch (error) {
        if (error instanceof AppError && error.code === "gone") {
          return { ...general, status: 410, title: `${general.title} removed` };
        }
        if (!(error instanceof AppError)) log.error({ err: error }, "page not described");
        return general;
      }
    },
  };
}
