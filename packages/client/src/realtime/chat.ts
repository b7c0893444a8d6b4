import type { ChatMessage } from "@jetwire/protocol";
import { clientEvent } from "@jetwire/protocol/plain";
import { RealtimeError } from "./realtime-error.ts";
import type { ReconnectingConnection } from "./reconnecting-connection.ts";
import type { Requests } from "./requests.ts";

/**
 * Direct messages of the signed-in user. Incoming ones arrive as the events `chat:message:new`,
 * `chat:thread:read` and `chat:typing`.
 *
 * All methods but `typing` reject with `RealtimeError`. A request made while disconnected is sent after
 * reconnecting, within 20 s.
 */
export interface Chat {
  /**
   * Sends a direct message. It is stored once, even if it has to be sent again after a reconnection.
   *
   * @returns the message as stored
   */
  send(message: ChatDraft): Promise<ChatMessage>;
  /** Marks all messages from that user as read. */
  markRead(userId: string): Promise<void>;
  block(userId: string): Promise<void>;
  unblock(userId: string): Promise<void>;
  /** Shows the recipient that the user is typing. Does nothing while disconnected. */
  typing(recipientId: string, isTyping: boolean): void;
}

export interface ChatDraft {
  readonly recipientId: string;
  /** Plain text, at most 2,000 characters. */
  readonly body: string;
  /**
   * Idempotency key: the server stores one message of a sender under each. Default: a random value,
   * which covers reconnections but not a restart of the program.
   */
  readonly clientId?: string | undefined;
}

/** Notifications of the signed-in user. New ones arrive as the event `notification:new`. */
export interface Notifications {
  /** Marks a notification as read. Rejects with `RealtimeError`. */
  markRead(id: string): Promise<void>;
}

export function createChat(
  { request }: Requests,
  { send }: Pick<ReconnectingConnection, "send">,
): Chat {
  return {
    async send({ recipientId, body, clientId = randomId() }) {
      const message = { recipientId, body, clientId };
      const { chatMessage } = await request(clientEvent.chatMessageSend, message);
      if (chatMessage) return chatMessage;
      throw new RealtimeError("refused", "The server did not return the stored message");
    },
    async markRead(userId) {
      await request(clientEvent.chatThreadRead, { userId });
    },
    async block(userId) {
      await request(clientEvent.chatBlock, { userId });
    },
    async unblock(userId) {
      await request(clientEvent.chatUnblock, { userId });
    },
    typing: (recipientId, isTyping) => send(clientEvent.chatTyping, [{ recipientId, isTyping }]),
  };
}

export function createNotifications({ request }: Requests): Notifications {
  return {
    async markRead(id) {
      await request(clientEvent.notificationRead, { id });
    },
  };
}

/** Pages on plain HTTP have no `crypto.randomUUID`. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
