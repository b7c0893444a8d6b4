import type { ChatMessageToStore, NotificationToAdd, StoredChatMessage } from "@jetwire/db";
import {
  type ChatMessage,
  type ChatSend,
  rateLimitExceeded,
  serverEvent,
  UserId,
} from "@jetwire/protocol";
import type { EventOutcome } from "../../connection/client-events.ts";
import { refused } from "../../connection/client-events.ts";
import type { Session } from "../session.ts";
import type { UserPushes } from "../user-pushes.ts";

export interface ChatSendSteps {
  readonly pushes: UserPushes;
  /** Whether the user, on whatever connection, is within the limit. */
  allow(userId: string): Promise<boolean>;
  store(message: ChatMessageToStore): Promise<StoredChatMessage>;
  addNotification(notification: NotificationToAdd): Promise<void>;
  failed(error: unknown): void;
}

/** The same for nobody of that id and for who doesn't want to hear from the sender. */
const unavailable = refused("Recipient unavailable");
const excerptCharacters = 140;

/** `chat:message:send`: stored, then acknowledged and pushed to all sessions of both. */
export async function sendChatMessage(
  session: Session,
  { recipientId: given, body, clientId }: ChatSend,
  steps: ChatSendSteps,
): Promise<EventOutcome> {
  const senderId = session.userId;
  if (!(await steps.allow(senderId))) return refused(rateLimitExceeded);
  const recipient = UserId.safeParse(given);
  if (!recipient.success) return unavailable;
  const recipientId = recipient.data;
  if (recipientId === senderId) return refused("recipientId: yourself");
  const stored = await steps.store({ senderId, recipientId, body, clientId: clientId ?? null });
  if (stored.outcome === "unavailable") return unavailable;
  const { message } = stored;
  if (stored.outcome === "stored") {
    // Pushes go out in the order of their calls, so messages of one sender do; nobody waits for them.
    void pushToBoth(session, message, steps);
  }
  return { ok: true, details: { chatMessage: message } };
}

/** Whoever has no session anywhere finds a notification. Never rejects. */
async function pushToBoth(
  { username }: Session,
  message: ChatMessage,
  { pushes, addNotification, failed }: ChatSendSteps,
): Promise<void> {
  const { id, senderId, recipientId } = message;
  const [heard] = await Promise.all([
    pushes.push(recipientId, serverEvent.chatMessageNew, message, id),
    pushes.push(senderId, serverEvent.chatMessageNew, message, id),
  ]);
  if (heard > 0) return;
  await addNotification({
    userId: recipientId,
    type: "chat.message",
    subject: senderId,
    title: `Message from ${username}`,
    body: Array.from(message.body.trim()).slice(0, excerptCharacters).join(""),
    data: { messageId: id, senderId },
  }).catch(failed);
}
