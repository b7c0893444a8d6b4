import * as db from "@jetwire/db";
import { isUnavailable } from "@jetwire/db";
import {
  ChatPartner,
  ChatReportSend,
  ChatSend,
  ChatTypingSend,
  clientEvent,
  NotificationRead,
  rateLimitExceeded,
  serviceUnavailable,
} from "@jetwire/protocol";
import { z } from "zod";
import {
  done,
  type EventHandler,
  type EventResult,
  type OnEvent,
  refused,
} from "../../connection/client-events.ts";
import { connectionOf } from "../../connection/engine-connection.ts";
import type { GatewaySocket } from "../../connection/gateway-socket.ts";
import type { EventLimit } from "../../limits/event-limit.ts";
import type { SessionServices } from "../session-services.ts";
import type { Session } from "../session.ts";
import { block, unblock } from "./chat-block.ts";
import { reportMessage } from "./chat-report.ts";
import { readThread } from "./chat-read.ts";
import { sendChatMessage } from "./chat-send.ts";
import { createTyping } from "./chat-typing.ts";

/** Handles an event whose payload is valid. */
type SessionHandler<Payload> = (
  session: Session,
  payload: Payload,
  services: SessionServices,
) => EventResult | Promise<EventResult>;

/**
 * Registers the handlers of everything that a signed-in user can send. They refuse, in this order:
 * clients without a session, events above the connection's limit, invalid payloads, and events that
 * need Postgres while it is unavailable.
 *
 * @param onChat registers events whose refusals are sent by `chat:error`
 * @param on registers events whose refusals are sent by `error`
 */
export function offerSessionEvents(
  socket: GatewaySocket,
  onChat: OnEvent,
  on: OnEvent,
  services: SessionServices,
): void {
  const { sessions, limits } = services;
  const typing = createTyping(socket, services);
  socket.once("disconnect", () => typing.stop());

  function signedIn<Schema extends z.ZodType>(
    limit: EventLimit,
    schema: Schema,
    handle: SessionHandler<z.infer<Schema>>,
  ): EventHandler {
    return async (payload) => {
      const session = await sessions.of(socket);
      if (session === null) return refused("Not authenticated");
      if (!limit.consume(connectionOf(socket))) return refused(rateLimitExceeded);
      const read = schema.safeParse(payload);
      if (!read.success) return refused(mistakeOf(read.error), "malformed");
      try {
        return await handle(session, read.data, services);
      } catch (error) {
        if (isUnavailable(error)) return refused(serviceUnavailable);
        throw error;
      }
    };
  }

  onChat(clientEvent.chatMessageSend, signedIn(limits.sends, ChatSend, sendChatMessage));
  onChat(clientEvent.chatThreadRead, signedIn(limits.reads, ChatPartner, readThread));
  onChat(clientEvent.chatTyping, signedIn(limits.typing, ChatTypingSend, typing.record));
  onChat(clientEvent.chatBlock, signedIn(limits.blocks, ChatPartner, block));
  onChat(clientEvent.chatUnblock, signedIn(limits.blocks, ChatPartner, unblock));
  onChat(clientEvent.chatReport, signedIn(limits.reports, ChatReportSend, reportMessage));
  onChat(clientEvent.authRefresh, signedIn(limits.refreshes, z.unknown(), refreshAuth));
  on(
    clientEvent.notificationRead,
    signedIn(limits.notifications, NotificationRead, readNotification),
  );
}

/** Returns the first mistake in a payload, with the name of its field. */
function mistakeOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join(".") || "payload"}: ${issue?.message ?? "not readable"}`;
}

/** Continues a session with a newer token of the same user; any other token changes nothing. */
async function refreshAuth(
  session: Session,
  token: unknown,
  { tokens }: SessionServices,
): Promise<EventResult> {
  const check = await tokens.check(token);
  if (!check.valid || check.userId !== session.userId) return refused("Invalid token");
  session.extend(check);
  return done;
}

async function readNotification(
  { userId }: Session,
  { id }: NotificationRead,
  { query }: SessionServices,
): Promise<EventResult> {
  const isFound =
    z.guid().safeParse(id).success &&
    (await query((sql) => db.notifications.markRead(sql, userId, id)));
  return isFound ? done : refused("Notification not found");
}
