import { AppError, type CompletedMessage, endpoints } from "@jetwire/protocol";
import type { Principal } from "../admission/principal.ts";
import type { Read, Readers } from "../database-reader.ts";
import type { MessageFinder } from "./find-message.ts";
import { readConversation } from "./conversation/read-conversation.ts";
import { includeParts } from "./message-include.ts";
import type { Visibility } from "./visibility.ts";
import { type Route, route } from "../route.ts";

/** `GET /v1/messages/:id`: one message, also if it was just pushed and is not stored yet. */
export function messageRoute(read: Read, messages: MessageFinder): Route {
  return route(endpoints.readMessage, async ({ params, query: { include } }, principal) => {
    const message = await findOrRefuse(messages, params.id, principal);
    if (include === undefined) return { body: message };
    const [body] = await read((sql) => includeParts(sql, [message], include, principal.accountId));
    return { body: body ?? message };
  });
}

/** `GET /v1/messages/:id/conversation`: the messages that belong together with one message. */
export function conversationRoute(
  { read, readByKey }: Readers,
  messages: MessageFinder,
  visibility: Visibility,
): Route {
  return route(
    endpoints.readConversation,
    async ({ params, query: { include = [] } }, principal) => {
      const asked = await findOrRefuse(messages, params.id, principal);
      const viewer = await visibility.of(principal);
      const found = await readConversation({ read, readByKey }, asked, viewer);
      const plain = found.messages.map(({ message }) => message);
      const shown = await read((sql) => includeParts(sql, plain, include, principal.accountId));
      return {
        body: {
          messages: found.messages.map(({ message, relations }, n) => ({
            message: shown[n] ?? message,
            relations: [...relations],
          })),
          complete: found.complete,
        },
      };
    },
  );
}

async function findOrRefuse(
  messages: MessageFinder,
  id: string,
  principal: Principal,
): Promise<CompletedMessage> {
  const message = await messages.find(id, principal);
  if (message === null) throw new AppError("not_found", "Message not found");
  return message;
}
