import type { Readers } from "../database-reader.ts";
import type { Route } from "../route.ts";
import { exportRoute } from "./export-route.ts";
import type { MessageReading } from "./message-reading.ts";
import { conversationRoute, messageRoute } from "./message-routes.ts";
import { messagesRoute } from "./messages-route.ts";

/** Messages: in pages, as an export, one by one, and the conversation around one. */
export function messageTopic(readers: Readers, reading: MessageReading): Route[] {
  const { filters, pages, storedRange, finder, visibility } = reading;
  return [
    messagesRoute(filters, pages),
    exportRoute(readers, filters, storedRange),
    messageRoute(readers.read, finder),
    conversationRoute(readers, finder, visibility),
  ];
}
