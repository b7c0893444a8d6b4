import { serverEvent } from "@jetwire/protocol";
import { pause, shareNext, withDeadline } from "@jetwire/runtime";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import { wireOf } from "../connection/engine-connection.ts";
import { createExpiry } from "./expiry.ts";
import type { Presence } from "./presence.ts";
import { createReachCache } from "./reachable-cache.ts";
import type { SessionChecks } from "./session-checks.ts";
import type { Session, SessionEnd, SessionHolder } from "./session.ts";
import type { UserPushes } from "./user-pushes.ts";

/** The sessions of signed-in users on this gateway's connections. */
export interface Sessions {
  /**
   * Begins a session: the client is told that it is authenticated and who is online, then what
   * concerns the user.
   *
   * @throws when Postgres doesn't answer; nothing has been told then.
   */
  begin(socket: GatewaySocket, holder: SessionHolder): Promise<void>;
  /** The session of a connection, once it has begun; null when there is none (any more). */
  of(socket: GatewaySocket): Promise<Session | null>;
  all(): Iterable<Session>;
  /** There may be something new about a user in Postgres. */
  wake(userId: string): void;
  /** The same of everybody with a session here, one after the other. Never rejects. */
  wakeAll(): Promise<void>;
  /** Checks every few seconds until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

/** What Postgres knows of a user whose session begins. */
export interface UserRelations {
  /** By the database's clock. */
  readonly asOf: Date;
  /** Users who have blocked this one: their presence is hidden from it. */
  readonly blockers: ReadonlySet<string>;
}

export interface SessionSteps {
  readonly presence: Presence;
  readonly pushes: UserPushes;
  readonly checks: SessionChecks;
  relations(userId: string): Promise<UserRelations>;
  mayReach(senderId: string, recipientId: string): Promise<boolean>;
  /** Whether a session that has begun still stands. */
  stands(session: Session): Promise<boolean>;
  ended(reason: SessionEnd): void;
  failed(error: unknown): void;
  readonly checkMs: number;
  /** Unix ms. */
  now(): number;
}

const standingMsMax = 2_000;

export function createSessions(steps: SessionSteps): Sessions {
  const { presence, pushes, checks } = steps;
  const begun = new Map<GatewaySocket, Session>();
  const beginning = new WeakMap<GatewaySocket, Promise<void>>();

  async function begin(socket: GatewaySocket, holder: SessionHolder): Promise<void> {
    const { userId } = holder;
    const wire = wireOf(socket);
    const connection = { userId, connectionId: socket.id };
    await using undo = new AsyncDisposableStack();
    const relations = await steps.relations(userId);
    const place = pushes.join(userId, wire, relations.asOf);
    undo.defer(() => place.leave());
    // Not standing yet only delays: until then the checks find what was pushed.
    await withDeadline(place.standing, standingMsMax, "subscribing to a user").catch(steps.failed);
    undo.defer(() => presence.leave(connection, wire));
    await presence.arrive(connection);
    // Gone meanwhile, perhaps before its leaving could be heard of.
    if (!socket.connected) return;

    const session = open(socket, holder, undo.move());
    socket.emit(serverEvent.chatAuthenticated, { userId });
    const online = presence.watch(wire, userId, relations.blockers);
    socket.emit(serverEvent.presenceSnapshot, { online });
    place.begin();
    begun.set(socket, session);
    void checks.notify(userId);
  }

  function open(socket: GatewaySocket, holder: SessionHolder, held: AsyncDisposableStack): Session {
    const { userId, username } = holder;
    let { tokenId } = holder;
    const expiry = createExpiry(holder.expiresAtMs, {
      now: steps.now,
      expiring(expiresAtMs) {
        const expiresAt = new Date(expiresAtMs).toISOString();
        socket.emit(serverEvent.authExpiring, { expiresAt });
      },
      expired: () => session.end("expired"),
    });
    let isOver = false;
    const session: Session = {
      userId,
      username,
      socket,
      get tokenId() {
        return tokenId;
      },
      reach: createReachCache((recipientId) => steps.mayReach(userId, recipientId)),
      extend(newer) {
        tokenId = newer.tokenId;
        expiry.extend(newer.expiresAtMs);
      },
      end(reason) {
        if (isOver) return;
        isOver = true;
        expiry.stop();
        begun.delete(socket);
        void held.disposeAsync();
        steps.ended(reason);
        if (reason !== "disconnected") tellEnd(socket, reason);
      },
    };
    socket.once("disconnect", () => session.end("disconnected"));
    return session;
  }

  async function recheck(session: Session): Promise<void> {
    session.reach.forget();
    if (!(await steps.stands(session))) {
      session.end("revoked");
      return;
    }
    const { blockers } = await steps.relations(session.userId);
    presence.setHidden(wireOf(session.socket), blockers);
  }

  return {
    async begin(socket, holder) {
      const done = begin(socket, holder);
      beginning.set(socket, done);
      await done;
    },
    async of(socket) {
      // Its rejection is for whoever began it.
      await beginning.get(socket)?.catch(() => {});
      return begun.get(socket) ?? null;
    },
    all: () => begun.values(),
    wake(userId) {
      for (const session of begun.values()) {
        if (session.userId === userId) recheck(session).catch(steps.failed);
      }
      void checks.notify(userId);
    },
    wakeAll: shareNext(async () => {
      for (const session of begun.values()) await recheck(session).catch(steps.failed);
      await checks.check();
    }),
    async run(signal) {
      while (!signal.aborted) {
        // At once, before anybody signs in: the first only learns from when on the next look.
        await checks.check();
        await pause(steps.checkMs, signal);
      }
    },
  };
}

/** Closing comes after what was sent; a client whose token is over isn't to come back with it. */
function tellEnd(socket: GatewaySocket, reason: "expired" | "revoked"): void {
  const message = reason === "expired" ? "Token expired" : "Invalid token";
  socket.emit(serverEvent.chatError, { message });
  const { account } = socket.data.credentials;
  if (account.outcome === "held") {
    socket.data.credentials = { account, session: { outcome: "invalid" } };
  } else {
    socket.disconnect(true);
  }
}
