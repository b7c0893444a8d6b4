import * as db from "@jetwire/db";
import { endpoints } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import type { MessageReading } from "../messages/message-reading.ts";
import { type Route, route } from "../route.ts";

/** `GET /v1/stats/undecoded`: texts that nothing reads, from counts. */
export function undecodedRoute(
  read: Read,
  { flightKeys, visibility }: Pick<MessageReading, "flightKeys" | "visibility">,
): Route {
  return route(endpoints.readUndecoded, async ({ query }, principal) => {
    const { airline, ...rest } = query;
    const airlines = airline === undefined ? undefined : await flightKeys.airlineCodes(airline);
    const viewer = await visibility.of(principal);
    const found = await read((sql) => db.undecoded.listLayouts(sql, { ...rest, airlines }, viewer));
    return { body: { days: query.days, ...found } };
  });
}
