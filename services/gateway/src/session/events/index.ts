import type { TokenCheck } from "@jetwire/auth";
import {
  ChatPartner,
  ChatSend,
  ChatTypingSend,
  clientEvent,
  NotificationRead,
} from "@jetwire/protocol";
import { z } from "zod";
import { done, type EventHandler, type OnEvent, refused } from "../../connection/client-events.ts";
import type { GatewaySocket } from "../../connection/gateway-socket.ts";
import type { EventLimit } from "../../limits/event-limit.ts";
import type { Sessions } from "../sessions.ts";
import type { Session } from "../session.ts";
import { refreshAuth } from "./auth-refresh.ts";
import { block, type ChatBlockSteps, unblock } from "./chat-block.ts";
import { type ChatReadSteps, readThread } from "./chat-read.ts";
import { type ChatSendSteps, sendChatMessage } from "./chat-send.ts";
import { type ChatTypingSteps, noteTyping, typingOf } from "./chat-typing.ts";
import type { SessionLimits } from "./limits.ts";
import type { Typing } from "./typing.ts";
import { type SessionHandler, withSession } from "./with-session.ts";

export interface SessionEventSteps
  extends ChatSendSteps, ChatReadSteps, ChatBlockSteps, ChatTypingSteps {
  readonly sessions: Sessions;
  readonly limits: SessionLimits;
  /** @throws when nobody can be asked. */
  checkToken(token: unknown): Promise<TokenCheck>;
  /** False when the user has no such notification. */
  markNotificationRead(userId: string, id: string): Promise<boolean>;
}

/**
 * Everything a signed-in user can send. Without a session all of it is refused.
 *
 * @param onChat tells refusals by `chat:error`
 * @param on tells refusals by `error`
 */
export function offerSessionEvents(
  socket: GatewaySocket,
  onChat: OnEvent,
  on: OnEvent,
  steps: SessionEventSteps,
): void {
  const { limits } = steps;
  let typing: Typing | null = null;
  socket.once("disconnect", () => typing?.stop());

  function signedIn<Schema extends z.ZodType>(
    limit: EventLimit,
    schema: Schema,
    handle: SessionHandler<z.infer<Schema>>,
  ): EventHandler {
    return withSession(() => steps.sessions.of(socket), limit, schema, handle);
  }

  const send = signedIn(limits.sends, ChatSend, (session, payload) =>
    sendChatMessage(session, payload, steps),
  );
  const read = signedIn(limits.reads, ChatPartner, (session, payload) =>
    readThread(session, payload, steps),
  );
  const type = signedIn(limits.typing, ChatTypingSend, (session, payload) => {
    typing ??= typingOf(session, steps);
    return noteTyping(session, payload, typing);
  });
  onChat(clientEvent.chatMessageSend, send);
  onChat(clientEvent.chatThreadRead, read);
  onChat(clientEvent.chatTyping, type);
  onChat(
    clientEvent.chatBlock,
    signedIn(limits.blocks, ChatPartner, (session, payload) => block(session, payload, steps)),
  );
  onChat(
    clientEvent.chatUnblock,
    signedIn(limits.blocks, ChatPartner, (session, payload) => unblock(session, payload, steps)),
  );
  onChat(
    clientEvent.authRefresh,
    signedIn(limits.refreshes, z.unknown(), (session, token) =>
      refreshAuth(session, token, (given) => steps.checkToken(given)),
    ),
  );
  on(
    clientEvent.notificationRead,
    signedIn(limits.notifications, NotificationRead, (session, { id }) =>
      readNotification(session, id),
    ),
  );

  async function readNotification({ userId }: Session, id: string) {
    const isThere =
      z.guid().safeParse(id).success && (await steps.markNotificationRead(userId, id));
    return isThere ? done : refused("Notification not found");
  }
}
