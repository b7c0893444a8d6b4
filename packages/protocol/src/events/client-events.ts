import { z } from "zod";
import { ChatMessage, ChatPartner, ChatReportSend, ChatSend, ChatTypingSend } from "./chat.ts";
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
  chatReport: "chat:report",
  notificationRead: "notification:read",
  authRefresh: "auth:refresh",
} as const;

/** The argument of each event; null for none. */
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
  [clientEvent.chatReport]: ChatReportSend,
  [clientEvent.notificationRead]: NotificationRead,
  /** A newer token. */
  [clientEvent.authRefresh]: z.string(),
} as const;

/**
 * The argument of a client's optional acknowledgement callback. It repeats what the server's events
 * say, and contains the stored message after `chat:message:send` and the filter in use after
 * `messages:sniff`.
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

/** The members of a successful acknowledgement. */
export interface AckDetails {
  readonly chatMessage?: ChatMessage;
  readonly filter?: SniffFilter;
}

/** Socket.IO's type map of the events that clients emit. Payloads are validated on arrival. */
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
  [clientEvent.chatReport]: (...args: unknown[]) => void;
  [clientEvent.notificationRead]: (...args: unknown[]) => void;
  [clientEvent.authRefresh]: (...args: unknown[]) => void;
}

/** The error message of every realtime rate limit, fixed by the public contract. */
export const rateLimitExceeded = "Rate limit exceeded";
/** The error message while a service that the gateway needs is unavailable. The client tries again. */
export const serviceUnavailable = "Service unavailable";
/** The error message after a failure of the gateway itself. The client tries again. */
export const internalError = "Internal error";
/** The message of `chat:error` when a session ends because its token has expired. */
export const tokenExpired = "Token expired";
