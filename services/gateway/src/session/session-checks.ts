import type { EndedSessions } from "@jetwire/db";
import { type ChatMessage, type Notification, serverEvent } from "@jetwire/protocol";
import type { Session } from "./session.ts";
import type { UserPushes } from "./user-pushes.ts";

/**
 * What Postgres knows and a session may not have heard: that it is over, messages whose push was
 * lost, notifications. Asked every few seconds for all sessions at once.
 */
export interface SessionChecks {
  /** Never rejects: what couldn't be asked is asked the next time. */
  check(): Promise<void>;
  /** The notifications of one user. Never rejects. */
  notify(userId: string): Promise<void>;
}

export interface SessionCheckSteps {
  sessions(): Iterable<Session>;
  readonly pushes: UserPushes;
  endedSince(since: Date | null): Promise<EndedSessions>;
  messagesSince(
    since: Date | null,
    rowsMax: number,
  ): Promise<{ asOf: Date; messages: ChatMessage[] }>;
  claimNotifications(
    userIds: readonly string[],
    rowsMax: number,
  ): Promise<{ userId: string; notification: Notification }[]>;
  /** A message arrived by this instead of its push. */
  recovered(): void;
  failed(error: unknown): void;
}

/** Longer than a statement may take to be seen by others. */
const lookBackMs = 15_000;
const messagesMax = 2_000;
const pagesMax = 20;
const notificationsMax = 200;
const usersPerClaim = 5_000;

export function createSessionChecks(steps: SessionCheckSteps): SessionChecks {
  const { pushes } = steps;
  let endedSince: Date | null = null;
  let messagesSince: Date | null = null;

  async function endThoseOver(): Promise<void> {
    const { asOf, userIds, tokenIds } = await steps.endedSince(endedSince);
    endedSince = asOf;
    if (userIds.length === 0 && tokenIds.length === 0) return;
    const [users, tokens] = [new Set(userIds), new Set(tokenIds)];
    for (const session of steps.sessions()) {
      if (users.has(session.userId) || tokens.has(session.tokenId)) session.end("revoked");
    }
  }

  async function pushMissed(): Promise<void> {
    for (let page = 0; page < pagesMax; page++) {
      const { asOf, messages } = await steps.messagesSince(messagesSince, messagesMax);
      for (const message of messages) pushIfMissed(message);
      const last = messages.at(-1);
      if (messages.length < messagesMax || last === undefined) {
        messagesSince = new Date(asOf.getTime() - lookBackMs);
        return;
      }
      messagesSince = new Date(last.createdAt);
    }
  }

  function pushIfMissed(message: ChatMessage): void {
    for (const userId of [message.senderId, message.recipientId]) {
      const user = pushes.users().get(userId);
      if (!user || new Date(message.createdAt) < user.since) continue;
      if (pushes.pushHere(userId, serverEvent.chatMessageNew, message, message.id)) {
        steps.recovered();
      }
    }
  }

  async function pushNotifications(userIds: readonly string[]): Promise<void> {
    // A claimed notification is pushed only now: a session that is still beginning would miss it.
    const ready = userIds.filter((userId) => pushes.hasBegun(userId));
    if (ready.length === 0) return;
    const claimed = await steps.claimNotifications(ready, notificationsMax);
    await Promise.all(
      claimed.map(async ({ userId, notification }) => {
        const { id } = notification;
        // First to the sessions here: the subscription that carries pushes may not be active yet.
        pushes.pushHere(userId, serverEvent.notificationNew, notification, id);
        await pushes.push(userId, serverEvent.notificationNew, notification, id);
      }),
    );
  }

  async function tried(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      steps.failed(error);
    }
  }

  return {
    async check() {
      await tried(endThoseOver);
      const userIds = [...pushes.users().keys()];
      if (userIds.length === 0) {
        messagesSince = null;
        return;
      }
      await tried(pushMissed);
      for (let start = 0; start < userIds.length; start += usersPerClaim) {
        await tried(() => pushNotifications(userIds.slice(start, start + usersPerClaim)));
      }
    },
    notify: (userId) => tried(() => pushNotifications([userId])),
  };
}
