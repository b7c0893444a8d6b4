import type {
  Channels,
  PresencePosition,
  PresenceStore,
  PresentConnection,
  Subscription,
} from "@jetwire/redis";
import { every, type Logger, withDeadline } from "@jetwire/runtime";
import type { EngineConnection } from "../connection/engine-connection.ts";
import { createOnlineUsers, type OnlineUsers } from "./online-users.ts";
import { createPresenceWatchers } from "./presence-watchers.ts";

/** Tells the sessions of this gateway who is online on all gateways. */
export type Presence = ReturnType<typeof createPresence>;

export interface PresenceOptions {
  readonly store: PresenceStore;
  readonly channels: Channels;
  /** The time for which a connection counts after its gateway has stopped renewing its lease, ms. */
  readonly leaseMs: number;
  readonly graceMs: number;
  onFailure(error: unknown): void;
}

/** This gateway's copy of who is online, kept while it has sessions. */
interface OpenCopy {
  readonly users: OnlineUsers;
  readonly channel: Subscription;
}

const renewalsPerLease = 5;
const sweepEveryMsMax = 1_000;
const readyMsMax = 2_000;
const sweepsMax = 20;
const nobody: ReadonlySet<string> = new Set();

export function createPresence(options: PresenceOptions, log: Logger) {
  const { store, channels, leaseMs, graceMs, onFailure } = options;
  const present = new Map<string, PresentConnection>();
  /** Connections whose users see others, and appear offline. */
  const hidden = new Map<string, PresentConnection>();
  const leaving = new Set<Promise<void>>();
  let copy: OpenCopy | null = null;
  let lastKnown: PresencePosition | null = null;
  const watchers = createPresenceWatchers(() => copy?.users.userIds ?? nobody);

  function openCopy(): OpenCopy {
    if (copy) return copy;
    const users = createOnlineUsers(store, {
      keepMs: leaseMs,
      now: () => performance.now(),
      onChange: (userId, online) => watchers.send({ userId, online }),
      onFailure,
    });
    const channel = store.subscribe(channels, (change) => users.apply(change));
    copy = { users, channel };
    return copy;
  }

  function closeCopyIfUnused(): void {
    if (present.size + hidden.size > 0) return;
    copy?.channel.close();
    copy = null;
  }

  async function renew(connections: readonly PresentConnection[]): Promise<PresencePosition> {
    const position = await store.renew(leaseMs, connections, lastKnown);
    // The older of two replies may arrive last; it would look like a loss.
    const isLater = lastKnown?.epoch !== position.epoch || lastKnown.n < position.n;
    if (isLater) lastKnown = position;
    return position;
  }

  async function renewAll(): Promise<void> {
    if (present.size > 0) await renew([...present.values()]);
    await copy?.users.check();
  }

  async function sweep(): Promise<void> {
    for (let sweeps = 0; sweeps < sweepsMax; sweeps++) {
      if ((await store.sweep(leaseMs)) === 0) return;
    }
  }

  /** Counts failures of repeated work. */
  function counted(work: () => Promise<void>): () => Promise<void> {
    return async () => {
      try {
        await work();
      } catch (error) {
        onFailure(error);
        throw error;
      }
    };
  }

  channels.onReconnect(() => void copy?.users.check().catch(onFailure));
  return {
    /**
     * Makes a connection's user online, unless the user appears offline. Never rejects: without Redis the
     * next renewal does it.
     */
    async arrive(connection: PresentConnection, isShown: boolean): Promise<void> {
      (isShown ? present : hidden).set(connection.connectionId, connection);
      const { users, channel } = openCopy();
      try {
        await withDeadline(channel.ready, readyMsMax, "subscribing to presence");
        if (isShown) await users.reach(await renew([connection]));
        else await users.check();
      } catch (error) {
        onFailure(error);
      }
    },
    /** Shows the user of a connection that has arrived, or makes the user appear offline. Never rejects. */
    async show(connection: PresentConnection, isShown: boolean): Promise<void> {
      const { connectionId } = connection;
      const [from, to] = isShown ? [hidden, present] : [present, hidden];
      if (!from.delete(connectionId)) return;
      to.set(connectionId, connection);
      try {
        if (isShown) await renew([connection]);
        else await store.leave(0, [connection]);
      } catch (error) {
        onFailure(error);
      }
    },
    /** Starts sending changes to a connection; see {@link PresenceWatchers.add}. */
    watch: watchers.add,
    setHidden: watchers.setHidden,
    /** Makes the user offline after the grace period, unless there is another connection. */
    leave(left: PresentConnection, connection: EngineConnection): void {
      watchers.remove(connection);
      const wasPresent = present.delete(left.connectionId);
      const wasHidden = hidden.delete(left.connectionId);
      if (wasPresent || wasHidden) closeCopyIfUnused();
      if (!wasPresent) return;
      const done = store.leave(graceMs, [left]).catch(onFailure);
      leaving.add(done);
      void done.finally(() => leaving.delete(done));
    },
    /** Renews leases, removes expired ones and checks the copy until the signal aborts. */
    async run(signal: AbortSignal): Promise<void> {
      const renewMs = leaseMs / renewalsPerLease;
      const sweepMs = Math.min(sweepEveryMsMax, renewMs, Math.max(50, graceMs / 4));
      await Promise.all([
        every(renewMs, counted(renewAll), {
          signal,
          log,
          task: "renew presence leases",
          retryMsMax: renewMs,
        }),
        every(sweepMs, counted(sweep), {
          signal,
          log,
          task: "remove expired presence leases",
          retryMsMax: renewMs,
        }),
      ]);
    },
    /** Waits until Redis knows of everybody who has left. */
    async flushed(): Promise<void> {
      await Promise.all(leaving);
    },
  };
}
