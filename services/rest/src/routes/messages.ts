import { endpoints, messageIdFloor, type MessageQuery } from "@jetwire/protocol";
import type { Airlines } from "../messages/airline-codes.ts";
import { parametersOf } from "../http/kept-parameters.ts";
import { messageFilterOf } from "../messages/message-filter.ts";
import type { ReadMessagePage } from "../messages/message-pages.ts";
import { type Route, route } from "../route.ts";
import type { ViewerOf } from "../messages/visibility.ts";
import type { Viewing } from "../messages/viewing.ts";

const dayMs = 86_400_000;

/** `GET /v1/messages`: messages, newest first. Without a filter or cursor those of the last day. */
export function messagesRoute(
  readPage: ReadMessagePage,
  airlines: () => Promise<Airlines>,
  viewerOf: ViewerOf,
  now: () => number,
): Route {
  return route(endpoints.listMessages, async ({ query, address }, viewing: Viewing) => {
    const [codes, viewer] = await Promise.all([airlines(), viewerOf(viewing)]);
    return await readPage(
      async (sql) => {
        const filter = await messageFilterOf(sql, query, codes, viewer);
        return isUnbounded(query) ? { ...filter, sinceId: messageIdFloor(now() - dayMs) } : filter;
      },
      query,
      address,
      parametersOf(query),
    );
  });
}

function isUnbounded({ limit: _limit, include: _include, ...bounds }: MessageQuery): boolean {
  return Object.values(bounds).every((bound) => bound === undefined);
}
