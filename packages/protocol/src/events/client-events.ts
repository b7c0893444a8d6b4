import { z } from "zod";
import { ChatMessage, ChatPartner, ChatReportSend, ChatSend, ChatTypingSend } from "./chat.ts";
import { clientEvent } from "./event-names.ts";
import { NotificationRead } from "./notification.ts";
import { SniffFilter, SniffOptions } from "./sniff.ts";
import { WatchFilter, WatchOptions, WatchStop } from "./watch.ts";
import { StationId } from "../message/station.ts";

/** The argument of each event; null for none. */
export const clientEventPayloads = {
  [clientEvent.sniff]: SniffOptions.optional(),
  [clientEvent.sniffStop]: null,
  [clientEvent.watchStart]: WatchOptions,
  [clientEvent.watchStop]: WatchStop,
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
 * `messages:sniff` and
 * `messages:watch:start`.
 */
export const AckAnswer = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    chatMessage: ChatMessage.optional(),
    filter: z.union([SniffFilter, WatchFilter]).optional(),
    everyMs: z.int().optional(),
    watchId: z.string().optional(),
  }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);

export type Ack = (answer: ({ ok: true } & AckDetails) | { ok: false; message: string }) => void;

/** The members of a successful acknowledgement. */
export interface AckDetails {
  readonly chatMessage?: ChatMessage;
  readonly filter?: SniffFilter | WatchFilter;
  readonly everyMs?: number;
  readonly watchId?: string;
}

/** Socket.IO's type map of the events that clients emit. Payloads are validated on arrival. */
export interface ClientEvents {
  [clientEvent.sniff]: (...args: unknown[]) => void;
  [clientEvent.sniffStop]: (...args: unknown[]) => void;
  [clientEvent.watchStart]: (...args: unknown[]) => void;
  [clientEvent.watchStop]: (...args: unknown[]) => void;
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
