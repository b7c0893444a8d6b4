import { listMessages } from "@jetwire/db";
import { AppError, endpoints, messageIdFloor } from "@jetwire/protocol";
import type { Airlines } from "../airline-codes.ts";
import { flightKeysOf } from "../flight-keys.ts";
import { pageOf } from "../page-links.ts";
import type { Read } from "../reader.ts";
import { type Route, route } from "../route.ts";

const dayMs = 86_400_000;

/** `GET /v1/messages`: messages, newest first. Without a filter or cursor those of the last day. */
export function messagesRoute(
  read: Read,
  airlines: () => Promise<Airlines>,
  now: () => number,
): Route {
  return route(endpoints.listMessages, async ({ query, address }) => {
    const { flight, limit, before, after } = query;
    const flightKeys = flight === undefined ? undefined : readFlight(flight, await airlines());
    const unbounded = flight === undefined && before === undefined && after === undefined;
    const rows = await read((sql) =>
      listMessages(sql, {
        limit: limit + 1,
        before,
        after,
        since: unbounded ? messageIdFloor(now() - dayMs) : undefined,
        flightKeys,
      }),
    );
    const { items, headers } = pageOf(rows, query, address, { flight });
    return { body: items, headers };
  });
}

function readFlight(flight: string, airlines: Airlines): string[] {
  const keys = flightKeysOf(flight, airlines);
  if (keys !== null) return keys;
  throw new AppError("invalid_request", "Wrong parameters: flight", {
    errors: [{ field: "flight", message: "names no flight" }],
  });
}
