import { endpoints, messageIdFloor, type MessageQuery } from "@jetwire/protocol";
import type { FilterReader } from "./message-filter.ts";
import type { MessagePages } from "./message-pages.ts";
import { type Route, route } from "../route.ts";

const dayMs = 86_400_000;

/** `GET /v1/messages`: messages, newest first; without a filter or cursor, those of the last day. */
export function messagesRoute(filters: FilterReader, pages: MessagePages): Route {
  return route(endpoints.listMessages, async (request, principal) => {
    const filter = await filters.ofStored(request.query, principal);
    return await pages.read(
      request,
      isUnbounded(request.query)
        ? { ...filter, sinceId: messageIdFloor(Date.now() - dayMs) }
        : filter,
    );
  });
}

function isUnbounded(query: MessageQuery): boolean {
  const { limit: _limit, include: _include, offset: _offset, ...bounds } = query;
  return Object.values(bounds).every((bound) => bound === undefined);
}
