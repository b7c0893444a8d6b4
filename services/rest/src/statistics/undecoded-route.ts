import * as db from "@jetwire/db";
import type { LayoutQuery } from "@jetwire/db";
import { endpoints } from "@jetwire/protocol";
import { Cache } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";
import type { MessageReading } from "../messages/message-reading.ts";
import { type Route, route } from "../route.ts";

/** Counts change every five minutes. */
const ttlMs = 60_000;
const answersMax = 100;

/** `GET /v1/stats/undecoded`: texts that nothing reads, from counts that are read at most every minute. */
export function undecodedRoute(
  read: Read,
  { flightKeys, visibility }: Pick<MessageReading, "flightKeys" | "visibility">,
): Route {
  const answers = new Cache({
    entriesMax: answersMax,
    ttlMs,
    fetch: (key: string) =>
      read((sql) => db.undecoded.listLayouts(sql, JSON.parse(key) as LayoutQuery)),
  });
  return route(endpoints.readUndecoded, async ({ query }, principal) => {
    const { airline, ...rest } = query;
    const airlines = airline === undefined ? undefined : await flightKeys.airlineCodes(airline);
    const requested: LayoutQuery = { ...rest, airlines };
    const { messages, layouts } = await answers.get(JSON.stringify(requested));
    // Texts are read each time: a redaction removes them at once.
    const viewer = await visibility.of(principal);
    const shown = await read((sql) => db.undecoded.withSamples(sql, layouts, viewer));
    return { body: { days: query.days, messages, layouts: shown } };
  });
}
