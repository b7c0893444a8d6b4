import type { TokenCheck } from "@jetwire/auth";
import {
  addBlock,
  addNotification,
  chatMessagesSince,
  claimNotifications,
  type Database,
  listBlockers,
  markNotificationRead,
  markThreadRead,
  mayReach,
  removeBlock,
  type Sql,
  sessionsEndedSince,
  isSessionActive,
  storeChatMessage,
} from "@jetwire/db";
import { UserId } from "@jetwire/protocol";
import {
  type Channels,
  createSlidingLimiter,
  type Keys,
  type RedisConnection,
  wakeUser,
} from "@jetwire/redis";
import type { Logger, Metrics } from "@jetwire/runtime";
import type { OnEvent } from "../connection/client-events.ts";
import type { GatewayConfig } from "../config.ts";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import { offerSessionEvents } from "./events/index.ts";
import { createSessionLimits } from "./events/limits.ts";
import { createSessionMeasures, type SessionPart } from "./metrics.ts";
import { createPresence } from "./presence.ts";
import { createSessionChecks } from "./session-checks.ts";
import { createSessions, type Sessions, type UserRelations } from "./sessions.ts";
import { createUserPushes } from "./user-pushes.ts";

const queryMsMax = 2_000;
const blockersMax = 10_000;

/** Sessions of signed-in users with everything that they need. */
export interface OpenSessions {
  readonly sessions: Sessions;
  /** A token that is valid and still opens a session. @throws when nobody can be asked. */
  checkToken(given: unknown): Promise<TokenCheck>;
  /** Lets a socket send what signed-in users may; told by `chat:error` or by `error`. */
  offer(socket: GatewaySocket, onChat: OnEvent, on: OnEvent): void;
  /** Works until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Once all sockets are gone: waits until Redis knows. */
  settled(): Promise<void>;
}

export interface SessionConnections {
  /** A pool of their own, so that a table that hangs holds up nobody's handshake. */
  readonly database: Database;
  readonly redis: RedisConnection;
  readonly limiterRedis: RedisConnection;
  readonly channels: Channels;
  readonly keys: Keys;
}

/** @param verify checks a token by itself */
export function openSessions(
  config: GatewayConfig,
  { database, redis, limiterRedis, channels, keys }: SessionConnections,
  verify: (token: unknown) => Promise<TokenCheck>,
  log: Logger,
  metrics: Metrics,
): OpenSessions {
  const ask = <T>(work: (sql: Sql) => Promise<T>) => database.withQueryDeadline(work, queryMsMax);
  const measures = createSessionMeasures(metrics, () => [...sessions.all()].length);
  const failed = (part: SessionPart) => (error: unknown) => {
    measures.failures.inc({ part });
    log.debug({ err: error, sessionPart: part }, "something for sessions failed");
  };

  const presence = createPresence(
    redis,
    keys,
    channels,
    {
      leaseMs: config.PRESENCE_LEASE_SECONDS * 1_000,
      graceMs: config.PRESENCE_GRACE_SECONDS * 1_000,
    },
    failed("presence"),
  );
  const pushes = createUserPushes(
    redis,
    keys,
    channels,
    (userId) => sessions.wake(userId),
    failed("push"),
  );
  const checks = createSessionChecks({
    sessions: () => sessions.all(),
    pushes,
    endedSince: (since) => ask((sql) => sessionsEndedSince(sql, since)),
    messagesSince: (since, rowsMax) => ask((sql) => chatMessagesSince(sql, since, rowsMax)),
    claimNotifications: (userIds, rowsMax) =>
      ask((sql) => claimNotifications(sql, userIds, rowsMax)),
    recovered: () => measures.recovered.inc(),
    failed: failed("check"),
  });
  const sessions: Sessions = createSessions({
    presence,
    pushes,
    checks,
    relations: (userId) => ask((sql) => relationsOf(sql, userId)),
    mayReach: (senderId, recipientId) => ask((sql) => mayReach(sql, senderId, recipientId)),
    stands: (session) => ask((sql) => isSessionActive(sql, session)),
    ended: (reason) => measures.ended.inc({ reason }),
    failed: failed("check"),
    checkMs: config.SESSION_CHECK_SECONDS * 1_000,
    now: Date.now,
  });

  // While the connection was down nobody was woken.
  channels.onReturn(() => void sessions.wakeAll());

  async function checkToken(given: unknown): Promise<TokenCheck> {
    const check = await verify(given);
    if (!check.valid) return check;
    const userId = UserId.safeParse(check.userId);
    if (!userId.success) return { valid: false };
    const holder = { ...check, userId: userId.data };
    return (await ask((sql) => isSessionActive(sql, holder))) ? holder : { valid: false };
  }

  function wakeAll(userIds: readonly string[]): void {
    for (const userId of userIds) wakeUser(redis, keys, userId).catch(failed("push"));
  }

  const perUser = createSlidingLimiter({
    redis: limiterRedis,
    keys,
    name: "chat",
    windows: [{ max: config.CHAT_PER_USER_PER_MINUTE, ms: 60_000 }],
  });
  const steps = {
    sessions,
    pushes,
    limits: createSessionLimits(() => performance.now()),
    checkToken,
    allow: async (userId: string) => (await perUser.take(userId)).allowed,
    store: (message: Parameters<typeof storeChatMessage>[1]) =>
      ask((sql) => storeChatMessage(sql, message)),
    addNotification: async (notification: Parameters<typeof addNotification>[1]) => {
      await ask((sql) => addNotification(sql, notification));
    },
    markRead: (userId: string, partnerId: string) =>
      ask((sql) => markThreadRead(sql, userId, partnerId)),
    addBlock: (userId: string, blockedId: string) => ask((sql) => addBlock(sql, userId, blockedId)),
    removeBlock: (userId: string, blockedId: string) =>
      ask((sql) => removeBlock(sql, userId, blockedId)),
    changed: wakeAll,
    markNotificationRead: (userId: string, id: string) =>
      ask((sql) => markNotificationRead(sql, userId, id)),
    failed: failed("event"),
  };

  return {
    sessions,
    checkToken,
    offer: (socket, onChat, on) => offerSessionEvents(socket, onChat, on, steps),
    async run(signal) {
      await Promise.all([presence.run(signal), sessions.run(signal)]);
    },
    settled: () => presence.settled(),
  };
}

async function relationsOf(sql: Sql, userId: string): Promise<UserRelations> {
  const [clock] = await sql<{ asOf: Date }[]>`select now() as "asOf"`;
  const blockers = new Set(await listBlockers(sql, userId, blockersMax));
  return { asOf: clock?.asOf ?? new Date(0), blockers };
}
