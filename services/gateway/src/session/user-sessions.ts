import type { Notice } from "@jetwire/protocol";
import type { Channels, Limiters, Stores } from "@jetwire/redis";
import type { Logger, Metrics } from "@jetwire/runtime";
import type { GatewayConfig } from "../config.ts";
import type { OnEvent } from "../connection/client-events.ts";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import { createSessionLimits } from "../limits/event-limit.ts";
import type { Query } from "../query.ts";
import { offerSessionEvents } from "./events/session-events.ts";
import { createSessionMetrics } from "./metrics.ts";
import { PresenceTracker } from "./presence.ts";
import { createSessionChecks } from "./session-checks.ts";
import type { SessionServices } from "./session-services.ts";
import type { SessionTokens } from "./session-tokens.ts";
import type { OpenSessions } from "./session.ts";
import { createSessions } from "./sessions.ts";
import { createUserPushes } from "./user-pushes.ts";

/** Sessions of signed-in users: presence, chat and notifications. */
export type UserSessions = ReturnType<typeof openUserSessions>;

export interface UserSessionsOptions {
  readonly config: GatewayConfig;
  readonly stores: Pick<Stores, "presence" | "userChannel">;
  readonly limiters: Limiters;
  readonly channels: Channels;
  readonly tokens: SessionTokens;
  /** Uses a pool of its own, so that a table that hangs does not delay any handshake. */
  readonly query: Query;
}

const minuteMs = 60_000;

/** Connects the parts of sessions. */
export function openUserSessions(options: UserSessionsOptions, log: Logger, registry: Metrics) {
  const { config, stores, limiters, channels, tokens, query } = options;
  const open: OpenSessions = new Map();
  const metrics = createSessionMetrics(registry, open, log);
  const presence = new PresenceTracker(
    {
      store: stores.presence,
      channels,
      leaseMs: config.PRESENCE_LEASE_SECONDS * 1_000,
      graceMs: config.PRESENCE_GRACE_SECONDS * 1_000,
      onFailure: metrics.onFailure("presence"),
    },
    log,
  );
  const pushes = createUserPushes(stores.userChannel, channels, metrics.onFailure("push"));
  const checks = createSessionChecks(open, pushes, query, metrics);
  const checkMs = config.SESSION_CHECK_SECONDS * 1_000;
  const sessions = createSessions({ open, presence, pushes, checks, query, metrics, checkMs }, log);
  pushes.onWake((userId) => sessions.recheckUser(userId));
  // Wakes that were published while the connection was down are lost.
  channels.onReconnect(() => void sessions.recheckAll());

  const services: SessionServices = {
    sessions,
    pushes,
    tokens,
    userChannel: stores.userChannel,
    chatLimiter: limiters.sliding("chat", [{ max: config.CHAT_PER_USER_PER_MINUTE, ms: minuteMs }]),
    firstContact: {
      messagesMax: config.CHAT_UNANSWERED_MAX,
      contactsPerDayMax: config.CHAT_CONTACTS_PER_DAY_MAX,
    },
    limits: createSessionLimits(() => performance.now()),
    query,
    onFailure: metrics.onFailure("event"),
  };
  return {
    begin: sessions.begin,
    /** Registers the handlers of a socket's events; refusals are sent by `chat:error` or `error`. */
    offer: (socket: GatewaySocket, onChat: OnEvent, on: OnEvent): void =>
      offerSessionEvents(socket, onChat, on, services),
    /** Checks at once the sessions that the notice may concern. */
    noticed(notice: Notice): void {
      const mayEnd = notice.kind === "session-ended" || notice.kind === "account-changed";
      if (mayEnd) sessions.recheckUser(notice.accountId);
    },
    async run(signal: AbortSignal): Promise<void> {
      await Promise.all([presence.run(signal), sessions.run(signal)]);
    },
    /** Waits, after all sockets have disconnected, until Redis knows that their users are offline. */
    flushed: () => presence.flushed(),
  };
}
