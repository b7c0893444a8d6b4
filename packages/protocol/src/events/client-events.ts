import { z } from "zod";
import { ChatMessage, ChatPartner, ChatSend, ChatTypingSend } from "./chat.ts";
import { NotificationRead } from "./notification.ts";
import { SniffFilter, SniffOptions } from "./sniff.ts";
import { StationId } from "../message/station.ts";

/** Names of the events a client sends. */
export const clientEvent = {
  sniff: "messages:sniff",
  sniffStop: "messages:sniff:stop",
  monitorStart: "station:monitor:start",
  monitorStop: "station:monitor:stop",
  chatMessageSend: "chat:message:send",
  chatThreadRead: "chat:thread:read",
  chatTyping: "chat:typing",
  chatBlock: "chat:block",
  chatUnblock: "chat:unblock",
  notificationRead: "notification:read",
  authRefresh: "auth:refresh",
} as const;

/** What each takes as its argument; none where that is null. */
export const clientEventPayloads = {
  [clientEvent.sniff]: SniffOptions.optional(),
  [clientEvent.sniffStop]: null,
  [clientEvent.monitorStart]: StationId,
  [clientEvent.monitorStop]: StationId,
  [clientEvent.chatMessageSend]: ChatSend,
  [clientEvent.chatThreadRead]: ChatPartner,
  [clientEvent.chatTyping]: ChatTypingSend,
  [clientEvent.chatBlock]: ChatPartner,
  [clientEvent.chatUnblock]: ChatPartner,
  [clientEvent.notificationRead]: NotificationRead,
  /** A newer token. */
  [clientEvent.authRefresh]: z.string(),
} as const;

/**
 * What a client's optional acknowledgement callback is called with. Servers in the spec answer by
 * events alone; a client that passes a callback is told the same there, by `chat:message:send` the
 * message as it was stored as well, by `messages:sniff` the filter that is in force.
 */
export const AckAnswer = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    chatMessage: ChatMessage.optional(),
    filter: SniffFilter.optional(),
  }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);

export type Ack = (answer: ({ ok: true } & AckDetails) | { ok: false; message: string }) => void;

/** What an acknowledgement says beyond yes. */
export interface AckDetails {
  readonly chatMessage?: ChatMessage;
  readonly filter?: SniffFilter;
}

/** Socket.IO's type map of what clients emit; payloads are checked where they enter. */
export interface ClientEvents {
  [clientEvent.sniff]: (...args: unknown[]) => void;
  [clientEvent.sniffStop]: (...args: unknown[]) => void;
  [clientEvent.monitorStart]: (...args: unknown[]) => void;
  [clientEvent.monitorStop]: (...args: unknown[]) => void;
  [clientEvent.chatMessageSend]: (...args: unknown[]) => void;
  [clientEvent.chatThreadRead]: (...args: unknown[]) => void;
  [clientEvent.chatTyping]: (...args: unknown[]) => void;
  [clientEvent.chatBlock]: (...args: unknown[]) => void;
  [clientEvent.chatUnblock]: (...args: unknown[]) => void;
  [clientEvent.notificationRead]: (...args: unknown[]) => void;
  [clientEvent.authRefresh]: (...args: unknown[]) => void;
}

/** The one text of a realtime rate limit, fixed by the public contract. */
export const rateLimitExceeded = "Rate limit exceeded";
