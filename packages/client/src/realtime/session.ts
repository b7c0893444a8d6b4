import { type ChatMessage, clientEvent } from "@jetwire/protocol";
import { RealtimeError } from "./realtime-error.ts";
import type { Requests } from "./requests.ts";

/**
 * Chat of a signed-in user; what others send comes by `chat:message:new`, `chat:thread:read` and
 * `chat:typing`. All reject with `RealtimeError`; what is asked while the connection is down is asked
 * when it is back, within 20 s.
 */
export interface Chat {
  /**
   * Sends a direct message, once, however often it has to be sent.
   *
   * @returns the message as it was stored
   */
  send(message: ChatDraft): Promise<ChatMessage>;
  /** What that user has sent has been read. */
  markRead(userId: string): Promise<void>;
  block(userId: string): Promise<void>;
  unblock(userId: string): Promise<void>;
  /** Told when it can be told now. */
  typing(recipientId: string, isTyping: boolean): void;
}

export interface ChatDraft {
  readonly recipientId: string;
  /** Plain text, of 2,000 characters at most. */
  readonly body: string;
  /** The sender's own name for it, under which it is stored once; made here unless given. */
  readonly clientId?: string | undefined;
}

/** Notifications of a signed-in user, which come by `notification:new`. */
export interface Notifications {
  /** Rejects with `RealtimeError`. */
  markRead(id: string): Promise<void>;
}

/** @param tell sends an event that nobody waits for */
export function createChat(
  requests: Requests,
  tell: (event: typeof clientEvent.chatTyping, payload: object) => void,
): Chat {
  return {
    async send({ recipientId, body, clientId = randomName() }) {
      const message = { recipientId, body, clientId };
      const { chatMessage } = await requests.ask(clientEvent.chatMessageSend, message);
      if (chatMessage) return chatMessage;
      throw new RealtimeError("refused", "The server doesn't say what it stored");
    },
    async markRead(userId) {
      await requests.ask(clientEvent.chatThreadRead, { userId });
    },
    async block(userId) {
      await requests.ask(clientEvent.chatBlock, { userId });
    },
    async unblock(userId) {
      await requests.ask(clientEvent.chatUnblock, { userId });
    },
    typing: (recipientId, isTyping) => tell(clientEvent.chatTyping, { recipientId, isTyping }),
  };
}

export function createNotifications(requests: Requests): Notifications {
  return {
    async markRead(id) {
      await requests.ask(clientEvent.notificationRead, { id });
    },
  };
}

/** Pages over plain HTTP have no `crypto.randomUUID`. */
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
