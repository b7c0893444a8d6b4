import * as db from "@jetwire/db";
import { readAsOf, type Sql } from "@jetwire/db";
import { serverEvent, tokenExpired } from "@jetwire/protocol";
import { Cache, every, type Logger, shareNext, withDeadline } from "@jetwire/runtime";
import { connectionOf } from "../connection/engine-connection.ts";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import type { Query } from "../query.ts";
import { createExpiry } from "./expiry.ts";
import type { SessionMetrics } from "./metrics.ts";
import type { PresenceTracker } from "./presence.ts";
import type { SessionChecks } from "./session-checks.ts";
import type { SessionClaims } from "./session-claims.ts";
import type { OpenSessions, Session } from "./session.ts";
import type { UserPushes } from "./user-pushes.ts";

/*
 * A session of a signed-in user on one connection:
 *
 *   beginning   subscribed to what is pushed to the user; the user becomes online
 *   open        the client has `chat:authenticated` and the presence snapshot, and receives pushes
 *   ended       its connection closed, its token expired, or it was revoked
 */

/** The sessions of signed-in users on this gateway's connections. */
export type Sessions = ReturnType<typeof createSessions>;

export interface SessionsOptions {
  readonly open: OpenSessions;
  readonly presence: PresenceTracker;
  readonly pushes: UserPushes;
  readonly checks: SessionChecks;
  readonly query: Query;
  readonly metrics: SessionMetrics;
  readonly checkMs: number;
}

const readyMsMax = 2_000;
const blockersMax = 10_000;
const reachEntriesMax = 100;
const reachTtlMs = 5_000;

export function createSessions(options: SessionsOptions, log: Logger) {
  const { open, presence, pushes, checks, query, metrics } = options;
  const onFailure = metrics.onFailure("check");
  const beginning = new WeakMap<GatewaySocket, Promise<void>>();

  async function begin(socket: GatewaySocket, claims: SessionClaims): Promise<void> {
    const { userId } = claims;
    const connection = connectionOf(socket);
    const present = { userId, connectionId: socket.id };
    await using undo = new AsyncDisposableStack();
    const { asOf, blockers, isShown } = await query((sql) => readRelations(sql, userId));
    const subscription = pushes.subscribe(userId, connection, asOf);
    undo.defer(() => subscription.close());
    // A channel that is not ready only delays: until it is, the checks find what was pushed.
    await withDeadline(subscription.ready, readyMsMax, "subscribing to a user").catch(onFailure);
    undo.defer(() => presence.leave(present, connection));
    await presence.arrive(present, isShown);
    // The socket may have disconnected before its listener could be called.
    if (!socket.connected) return;

    const session = createSession(socket, claims, undo.move());
    socket.emit(serverEvent.chatAuthenticated, { userId });
    const online = presence.watch(connection, userId, blockers);
    socket.emit(serverEvent.presenceSnapshot, { online });
    subscription.start();
    open.set(socket, session);
    void checks.notify(userId);
  }

  function createSession(
    socket: GatewaySocket,
    claims: SessionClaims,
    resources: AsyncDisposableStack,
  ): Session {
    const { userId, username } = claims;
    let { tokenId } = claims;
    let hasEnded = false;

    function end(reason: Parameters<Session["end"]>[0]): void {
      if (hasEnded) return;
      hasEnded = true;
      open.delete(socket);
      void resources.disposeAsync();
      metrics.ended.inc({ reason });
      if (reason !== "disconnected") sendEnd(socket, reason);
    }

    const expiry = createExpiry(claims.expiresAtMs, {
      expiring(expiresAtMs) {
        const expiresAt = new Date(expiresAtMs).toISOString();
        socket.emit(serverEvent.authExpiring, { expiresAt });
      },
      expired: () => end("expired"),
    });
    resources.defer(() => expiry.stop());
    socket.once("disconnect", () => end("disconnected"));
    return {
      userId,
      username,
      socket,
      get tokenId() {
        return tokenId;
      },
      mayReach: new Cache<string, boolean>({
        entriesMax: reachEntriesMax,
        ttlMs: reachTtlMs,
        fetch: (recipientId) => query((sql) => db.chat.mayReach(sql, userId, recipientId)),
      }),
      extend(newer) {
        tokenId = newer.tokenId;
        expiry.extend(newer.expiresAtMs);
      },
      end,
    };
  }

  async function recheck(session: Session): Promise<void> {
    session.mayReach.clear();
    if (!(await query((sql) => db.sessions.isActive(sql, session)))) {
      session.end("revoked");
      return;
    }
    const { userId, socket } = session;
    const { blockers, isShown } = await query((sql) => readRelations(sql, userId));
    presence.setHidden(connectionOf(socket), blockers);
    await presence.show({ userId, connectionId: socket.id }, isShown);
  }

  return {
    /**
     * Begins a session: sends `chat:authenticated`, the presence snapshot and unread notifications.
     *
     * @throws when Postgres does not answer; nothing has been sent then.
     */
    async begin(socket: GatewaySocket, claims: SessionClaims): Promise<void> {
      const begun = begin(socket, claims);
      beginning.set(socket, begun);
      await begun;
    },
    /** Returns a connection's session, waiting while it begins; null when it has none. */
    async of(socket: GatewaySocket): Promise<Session | null> {
      // The caller of `begin` handles its rejection.
      await beginning.get(socket)?.catch(() => {});
      return open.get(socket) ?? null;
    },
    /** Checks the sessions of a user again, because Postgres may have something new about them. */
    recheckUser(userId: string): void {
      for (const session of open.values()) {
        if (session.userId === userId) recheck(session).catch(onFailure);
      }
      void checks.notify(userId);
    },
    /** Checks all sessions, one after the other. Never rejects. */
    recheckAll: shareNext(async () => {
      for (const session of open.values()) await recheck(session).catch(onFailure);
      await checks.check();
    }),
    /** Checks every few seconds until the signal aborts; the first check only learns from when on the next one has to look. */
    run: (signal: AbortSignal): Promise<void> =>
      every(options.checkMs, () => checks.check(), { signal, log, task: "check sessions" }),
  };
}

interface UserRelations {
  /** The time of the read, by the database's clock. */
  readonly asOf: string;
  /** Users who have blocked this one: their presence is hidden from it. */
  readonly blockers: ReadonlySet<string>;
  /** Whether others see that it is online. */
  readonly isShown: boolean;
}

async function readRelations(sql: Sql, userId: string): Promise<UserRelations> {
  const asOf = await readAsOf(sql);
  const blockers = await db.chat.listBlockers(sql, userId, blockersMax);
  const isShown = !(await db.profiles.isAppearingOffline(sql, userId));
  return { asOf, blockers: new Set(blockers), isShown };
}

/** Sends why the session ended, and disconnects a client that has no other valid credential. */
function sendEnd(socket: GatewaySocket, reason: "expired" | "revoked"): void {
  const message = reason === "expired" ? tokenExpired : "Invalid token";
  socket.emit(serverEvent.chatError, { message });
  const { account } = socket.data.credentials;
  if (account.status === "valid") {
    socket.data.credentials = { account, session: { status: "invalid" } };
  } else {
    socket.disconnect(true);
  }
}
