import * as db from "@jetwire/db";
import { type ChatMessage, serverEvent } from "@jetwire/protocol";
import type { Query } from "../query.ts";
import type { SessionMetrics } from "./metrics.ts";
import type { OpenSessions } from "./session.ts";
import type { UserPushes } from "./user-pushes.ts";

/**
 * Finds in Postgres what sessions may have missed: that they have ended, chat messages whose push
 * was lost, and notifications. Runs every few seconds, for all sessions at once.
 */
export type SessionChecks = ReturnType<typeof createSessionChecks>;

/** Longer than a statement may take to be seen by others. */
const lookBackMs = 15_000;
const messagesMax = 2_000;
const pagesMax = 20;
const notificationsMax = 200;
const usersPerClaim = 5_000;

export function createSessionChecks(
  open: OpenSessions,
  pushes: UserPushes,
  query: Query,
  metrics: SessionMetrics,
) {
  const onFailure = metrics.onFailure("check");
  let endedSince: string | null = null;
  let messagesSince: string | null = null;

  async function endSessions(): Promise<void> {
    const { asOf, userIds, tokenIds } = await query((sql) =>
      db.sessions.listEndedSince(sql, endedSince),
    );
    endedSince = asOf;
    if (userIds.length === 0 && tokenIds.length === 0) return;
    const [users, tokens] = [new Set(userIds), new Set(tokenIds)];
    for (const session of open.values()) {
      if (users.has(session.userId) || tokens.has(session.tokenId)) session.end("revoked");
    }
  }

  async function pushMissedMessages(): Promise<void> {
    for (let page = 0; page < pagesMax; page++) {
      const since = messagesSince;
      const { asOf, messages } = await query((sql) =>
        db.chat.messagesSince(sql, since, messagesMax),
      );
      for (const message of messages) pushIfMissed(message);
      const last = messages.at(-1);
      if (messages.length < messagesMax || last === undefined) {
        messagesSince = new Date(Date.parse(asOf) - lookBackMs).toISOString();
        return;
      }
      messagesSince = last.createdAt;
    }
  }

  function pushIfMissed(message: ChatMessage): void {
    const pushed = { event: serverEvent.chatMessageNew, payload: message, id: message.id };
    for (const userId of [message.senderId, message.recipientId]) {
      const user = pushes.users().get(userId);
      if (!user || message.createdAt < user.since) continue;
      if (pushes.pushHere(userId, pushed)) metrics.recovered.inc();
    }
  }

  /** Claims only for users who receive pushes: a claimed notification is not pushed a second time. */
  async function pushNotifications(userIds: readonly string[]): Promise<void> {
    const receiving = userIds.filter((userId) => pushes.isReceiving(userId));
    if (receiving.length === 0) return;
    const claimed = await query((sql) => db.notifications.claim(sql, receiving, notificationsMax));
    await Promise.all(
      claimed.map(async ({ userId, notification }) => {
        const { id } = notification;
        const pushed = { event: serverEvent.notificationNew, payload: notification, id };
        // First to the sessions here: the channel that carries pushes may not be ready yet.
        pushes.pushHere(userId, pushed);
        await pushes.push(userId, pushed);
      }),
    );
  }

  return {
    /** Never rejects: what fails is done by the next check. */
    async check(): Promise<void> {
      await endSessions().catch(onFailure);
      const userIds = [...pushes.users().keys()];
      if (userIds.length === 0) {
        messagesSince = null;
        return;
      }
      await pushMissedMessages().catch(onFailure);
      for (let start = 0; start < userIds.length; start += usersPerClaim) {
        await pushNotifications(userIds.slice(start, start + usersPerClaim)).catch(onFailure);
      }
    },
    /** Pushes the notifications of one user. Never rejects. */
    notify: (userId: string): Promise<void> => pushNotifications([userId]).catch(onFailure),
  };
}
