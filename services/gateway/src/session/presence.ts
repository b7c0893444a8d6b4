import {
  type Channels,
  type Keys,
  leavePresence,
  type PresencePosition,
  type PresentConnection,
  presencePosition,
  readOnline,
  readPresenceChange,
  type RedisConnection,
  renewPresence,
  type Subscription,
  sweepPresence,
} from "@jetwire/redis";
import { pause, withDeadline } from "@jetwire/runtime";
import type { Wire } from "../connection/engine-connection.ts";
import { createOnlineUsers, type OnlineUsers } from "./online-users.ts";
import { createPresenceWatchers } from "./presence-watchers.ts";

/** Who is online over all gateways, as the sessions of this one are told. */
export interface Presence {
  /** Puts a connection's user online. Never rejects: with Redis away it is done at the next beat. */
  arrive(connection: PresentConnection): Promise<void>;
  /**
   * Sends a connection all changes from now on, except those of `hidden` users.
   *
   * @returns the users who are online, the connection's own first.
   */
  watch(wire: Wire, userId: string, hidden: ReadonlySet<string>): string[];
  /** Replaces the users who are hidden from a connection and sends it the difference. */
  setHidden(wire: Wire, hidden: ReadonlySet<string>): void;
  /** The user is offline after the grace unless there is another connection. */
  leave(connection: PresentConnection, wire: Wire): void;
  /** Renews, sweeps and checks until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Waits until Redis has been told of all who left. */
  settled(): Promise<void>;
}

export interface PresenceTimes {
  /** How long a connection counts after its gateway's last sign of life. */
  readonly leaseMs: number;
  readonly graceMs: number;
}

interface Mirror {
  readonly users: OnlineUsers;
  readonly subscription: Subscription;
}

const beatsPerLease = 5;
const roundMsMax = 1_000;
const standingMsMax = 2_000;
const sweepsMax = 20;
const nobody: ReadonlySet<string> = new Set();

export function createPresence(
  redis: RedisConnection,
  keys: Keys,
  channels: Channels,
  { leaseMs, graceMs }: PresenceTimes,
  failed: (error: unknown) => void,
): Presence {
  const present = new Map<string, PresentConnection>();
  const leaving = new Set<Promise<void>>();
  const watchers = createPresenceWatchers(() => mirror?.users.userIds ?? nobody);
  const roundMs = Math.min(roundMsMax, leaseMs / beatsPerLease, Math.max(50, graceMs / 4));
  let mirror: Mirror | null = null;
  let lastTold: PresencePosition | null = null;

  /** The copy is kept only while somebody here is told of it. */
  function openMirror(): Mirror {
    if (mirror) return mirror;
    const users = createOnlineUsers({
      load: () => readOnline(redis, keys),
      position: () => presencePosition(redis, keys),
      changed: (userId, online) => watchers.tell({ userId, online }),
      failed,
      now: () => performance.now(),
      keepMs: leaseMs,
    });
    const subscription = channels.subscribe(keys.presence.channel, (message) => {
      const change = readPresenceChange(message);
      if (change !== null) users.hear(change);
    });
    mirror = { users, subscription };
    return mirror;
  }

  function closeMirrorIfUnused(): void {
    if (present.size > 0) return;
    mirror?.subscription.close();
    mirror = null;
  }

  async function renew(connections: readonly PresentConnection[]): Promise<PresencePosition> {
    const position = await renewPresence(redis, keys, leaseMs, connections, lastTold);
    // Of two answers under way the older may come last; it can't be told from a loss then.
    const isLater = lastTold?.epoch !== position.epoch || lastTold.n < position.n;
    if (isLater) lastTold = position;
    return position;
  }

  async function sweep(): Promise<void> {
    for (let sweeps = 0; sweeps < sweepsMax; sweeps++) {
      if ((await sweepPresence(redis, keys, leaseMs)) === 0) return;
    }
  }

  async function tried(work: () => Promise<void> | undefined): Promise<void> {
    try {
      await work();
    } catch (error) {
      failed(error);
    }
  }

  channels.onReturn(() => void tried(() => mirror?.users.check()));
  return {
    async arrive(connection) {
      present.set(connection.connectionId, connection);
      const { users, subscription } = openMirror();
      await tried(async () => {
        const standing = subscription.standing;
        await withDeadline(standing, standingMsMax, "subscribing to presence");
        await users.reach(await renew([connection]));
      });
    },
    watch: (wire, userId, hidden) => watchers.add(wire, userId, hidden),
    setHidden: (wire, hidden) => watchers.setHidden(wire, hidden),
    leave(connection, wire) {
      watchers.remove(wire);
      if (!present.delete(connection.connectionId)) return;
      closeMirrorIfUnused();
      const told = tried(() => leavePresence(redis, keys, graceMs, [connection]));
      leaving.add(told);
      void told.finally(() => leaving.delete(told));
    },
    async run(signal) {
      let renewedMs = performance.now();
      while (!signal.aborted) {
        await pause(roundMs, signal);
        if (performance.now() - renewedMs >= leaseMs / beatsPerLease) {
          renewedMs = performance.now();
          await tried(async () => void (await renew([...present.values()])));
          await tried(() => mirror?.users.check());
        }
        await tried(sweep);
      }
    },
    async settled() {
      await Promise.all(leaving);
    },
  };
}
