import type {
  Channels,
  PresencePosition,
  PresenceStore,
  PresentConnection,
  ChannelSubscription,
} from "@jetwire/redis";
import { every, type Logger, withDeadline } from "@jetwire/runtime";
import type { EngineConnection } from "../connection/engine-connection.ts";
import { createOnlineUsers, type OnlineUsers } from "./online-users.ts";
import { createPresenceWatchers } from "./presence-watchers.ts";

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
  readonly channel: ChannelSubscription;
}

const renewalsPerLease = 5;
const sweepEveryMsMax = 1_000;
const readyMsMax = 2_000;
const sweepsMax = 20;
const nobody: ReadonlySet<string> = new Set();

/**
 * Tells the sessions of this gateway who is online on all gateways. A connection is *present* (its user has a lease, renewed
 * until it leaves) or *hidden* (its user sees others and appears offline); `show` moves it from one to the other. The copy of
 * who is online is kept while there is any connection.
 */
export class PresenceTracker {
  readonly #log: Logger;
  readonly #store;
  readonly #channels;
  readonly #leaseMs;
  readonly #graceMs;
  readonly #onFailure;
  readonly #present = new Map<string, PresentConnection>();
  /** Connections whose users see others, and appear offline. */
  readonly #hidden = new Map<string, PresentConnection>();
  readonly #leaving = new Set<Promise<void>>();
  #copy: OpenCopy | null = null;
  #lastKnown: PresencePosition | null = null;
  readonly #watchers = createPresenceWatchers(() => this.#copy?.users.userIds ?? nobody);

  constructor(options: PresenceOptions, log: Logger) {
    this.#log = log;
    const { channels, onFailure } = options;
    this.#store = options.store;
    this.#channels = channels;
    this.#leaseMs = options.leaseMs;
    this.#graceMs = options.graceMs;
    this.#onFailure = onFailure;
    channels.onReconnect(() => void this.#copy?.users.check().catch(onFailure));
  }

  /**
   * Makes a connection's user online, unless the user appears offline. Never rejects: without Redis the
   * next renewal does it.
   */
  async arrive(connection: PresentConnection, isShown: boolean): Promise<void> {
    (isShown ? this.#present : this.#hidden).set(connection.connectionId, connection);
    const { users, channel } = this.#openCopy();
    try {
      await withDeadline(channel.ready, readyMsMax, "subscribing to presence");
      if (isShown) await users.reach(await this.#renew([connection]));
      else await users.check();
    } catch (error) {
      this.#onFailure(error);
    }
  }

  /** Shows the user of a connection that has arrived, or makes the user appear offline. Never rejects. */
  async show(connection: PresentConnection, isShown: boolean): Promise<void> {
    const { connectionId } = connection;
    const [from, to] = isShown ? [this.#hidden, this.#present] : [this.#present, this.#hidden];
    if (!from.delete(connectionId)) return;
    to.set(connectionId, connection);
    try {
      if (isShown) await this.#renew([connection]);
      else await this.#store.leave(0, [connection]);
    } catch (error) {
      this.#onFailure(error);
    }
  }

  /** Starts sending changes to a connection; see {@link PresenceWatchers.add}. */
  watch(connection: EngineConnection, userId: string, hidden: ReadonlySet<string>): string[] {
    return this.#watchers.add(connection, userId, hidden);
  }

  /** Replaces the hidden users of a connection and sends it the difference as changes. */
  setHidden(connection: EngineConnection, hidden: ReadonlySet<string>): void {
    this.#watchers.setHidden(connection, hidden);
  }

  /** Makes the user offline after the grace period, unless there is another connection. */
  leave(left: PresentConnection, connection: EngineConnection): void {
    this.#watchers.remove(connection);
    const wasPresent = this.#present.delete(left.connectionId);
    const wasHidden = this.#hidden.delete(left.connectionId);
    if (wasPresent || wasHidden) this.#closeCopyIfUnused();
    if (!wasPresent) return;
    const done = this.#store.leave(this.#graceMs, [left]).catch(this.#onFailure);
    this.#leaving.add(done);
    void done.finally(() => this.#leaving.delete(done));
  }

  /** Renews leases, removes expired ones and checks the copy until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const renewMs = this.#leaseMs / renewalsPerLease;
    const sweepMs = Math.min(sweepEveryMsMax, renewMs, Math.max(50, this.#graceMs / 4));
    await Promise.all([
      every(
        renewMs,
        this.#counted(() => this.#renewAll()),
        {
          signal,
          log: this.#log,
          task: "renew presence leases",
          retryMsMax: renewMs,
        },
      ),
      every(
        sweepMs,
        this.#counted(() => this.#sweep()),
        {
          signal,
          log: this.#log,
          task: "remove expired presence leases",
          retryMsMax: renewMs,
        },
      ),
    ]);
  }

  /** Waits until Redis knows of everybody who has left. */
  async flushed(): Promise<void> {
    await Promise.all(this.#leaving);
  }

  #openCopy(): OpenCopy {
    if (this.#copy) return this.#copy;
    const users = createOnlineUsers(this.#store, {
      keepMs: this.#leaseMs,
      now: () => performance.now(),
      onChange: (userId, online) => this.#watchers.send({ userId, online }),
      onFailure: this.#onFailure,
    });
    const channel = this.#store.subscribe(this.#channels, (change) => users.apply(change));
    this.#copy = { users, channel };
    return this.#copy;
  }

  #closeCopyIfUnused(): void {
    if (this.#present.size + this.#hidden.size > 0) return;
    this.#copy?.channel.close();
    this.#copy = null;
  }

  async #renew(connections: readonly PresentConnection[]): Promise<PresencePosition> {
    const position = await this.#store.renew(this.#leaseMs, connections, this.#lastKnown);
    // The older of two replies may arrive last; it would look like a loss.
    const isLater = this.#lastKnown?.epoch !== position.epoch || this.#lastKnown.n < position.n;
    if (isLater) this.#lastKnown = position;
    return position;
  }

  async #renewAll(): Promise<void> {
    if (this.#present.size > 0) await this.#renew([...this.#present.values()]);
    await this.#copy?.users.check();
  }

  async #sweep(): Promise<void> {
    for (let sweeps = 0; sweeps < sweepsMax; sweeps++) {
      if ((await this.#store.sweep(this.#leaseMs)) === 0) return;
    }
  }

  /** Counts failures of repeated work. */
  #counted(work: () => Promise<void>): () => Promise<void> {
    return async () => {
      try {
        await work();
      } catch (error) {
        this.#onFailure(error);
        throw error;
      }
    };
  }
}
