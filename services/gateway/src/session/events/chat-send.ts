import * as db from "@jetwire/db";
import {
  awaitAnswer,
  type ChatMessage,
  type ChatSend,
  rateLimitExceeded,
  serverEvent,
  tooManyContacts,
  UserId,
} from "@jetwire/protocol";
import { type EventResult, refused } from "../../connection/client-events.ts";
import type { SessionServices } from "../session-services.ts";
import type { Session } from "../session.ts";

/** The same for an unknown user and for one who has blocked the sender. */
const unavailable = refused("Recipient unavailable");
const refusals = {
  unavailable,
  unanswered: refused(awaitAnswer),
  "too-many-contacts": refused(tooManyContacts),
} as const;
const excerptCharacters = 140;

/** `chat:message:send`: stores a message, acknowledges it and pushes it to all sessions of both users. */
export async function sendChatMessage(
  session: Session,
  { recipientId: given, body, clientId }: ChatSend,
  services: SessionServices,
): Promise<EventResult> {
  const senderId = session.userId;
  if (!(await services.chatLimiter.consume(senderId)).allowed) return refused(rateLimitExceeded);
  const recipient = UserId.safeParse(given);
  if (!recipient.success) return unavailable;
  const recipientId = recipient.data;
  if (recipientId === senderId) return refused("recipientId: must be another user");
  const stored = await services.query((sql) =>
    db.chat.storeMessage(
      sql,
      { senderId, recipientId, body, clientId: clientId ?? null },
      services.firstContact,
    ),
  );
  if (!("message" in stored)) return refusals[stored.status];
  // Nobody waits for the pushes. They go out in the order of these calls, as a sender's messages do.
  if (stored.status === "stored") void pushToBoth(session, stored.message, services);
  return { ok: true, details: { chatMessage: stored.message } };
}

/** Adds a notification for a recipient without any session. Never rejects. */
async function pushToBoth(
  { username }: Session,
  message: ChatMessage,
  { pushes, query, onFailure }: SessionServices,
): Promise<void> {
  const { id, senderId, recipientId } = message;
  const pushed = { event: serverEvent.chatMessageNew, payload: message, id };
  const [gateways] = await Promise.all([
    pushes.push(recipientId, pushed),
    pushes.push(senderId, pushed),
  ]);
  if (gateways > 0) return;
  const notification = {
    userId: recipientId,
    type: "chat.message",
    subject: senderId,
    title: `Message from ${username}`,
    body: Array.from(message.body.trim()).slice(0, excerptCharacters).join(""),
    data: { messageId: id, senderId },
  } as const;
  await query((sql) => db.notifications.add(sql, notification)).catch(onFailure);
}
