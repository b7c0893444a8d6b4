import { AppError, endpoints } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import type { MessageFinder } from "../messages/find-message.ts";
import { includeParts } from "../messages/message-include.ts";
import { type Route, route } from "../route.ts";

/** `GET /v1/messages/:id`: one message, also if it was just pushed and is not stored yet. */
export function messageRoute(read: Read, messages: MessageFinder): Route {
  return route(endpoints.readMessage, async ({ params, query: { include } }, principal) => {
    const message = await messages.find(params.id, principal);
    if (message === null) throw new AppError("not_found", "Message not found");
    if (include === undefined) return { body: message };
    const [body] = await read((sql) => includeParts(sql, [message], include, principal.accountId));
    return { body: body ?? message };
  });
}
