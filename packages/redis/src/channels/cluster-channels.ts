import { createWaker, pause } from "@jetwire/runtime";
import { type Cluster, Command, type Redis } from "ioredis";
import type { ChannelListener, Channels, ChannelSubscription } from "./channels.ts";

/*
 * Sharded channels of a Cluster. A channel belongs to the master of its hash slot, so there is one
 * connection to each master of a subscribed channel. A channel is subscribed on one connection. The
 * subscription is lost when that connection ends, when the hash slot gets another master, or when a
 * node reports that the channel has moved; lost channels are subscribed again until none is left.
 * docs/decisions/0001-sharded-channels.md explains why this is not left to ioredis.
 */

interface OpenChannel {
  readonly channel: string;
  readonly hashSlot: number;
  readonly listeners: Set<{ listener: ChannelListener }>;
  readonly ready: PromiseWithResolvers<void>;
  /** The connection that has confirmed the subscription; null while there is none. */
  on: Redis | null;
}

/** How often the master of each channel is checked: subscribers are not notified of a new one. */
const checkMs = 1_000;
const againMs = 100;
const commandMsMax = 2_000;

/** The channels of a Cluster. A channel is *lost* → *subscribed* (at the master of its hash slot) → *lost* again, as above. */
export class ClusterChannels implements Channels {
  readonly #cluster: Cluster;
  readonly #channels = new Map<string, OpenChannel>();
  readonly #connections = new Map<string, Redis>();
  readonly #reconnectListeners: (() => void)[] = [];
  readonly #ended = new AbortController();
  readonly #waker = createWaker(this.#ended.signal);
  #wereLost = false;

  /** @param cluster knows the master of each hash slot; when it ends, all channels end */
  constructor(cluster: Cluster) {
    this.#cluster = cluster;
    cluster.on("refresh", () => this.#waker.wake());
    cluster.once("end", () => {
      this.#ended.abort();
      for (const redis of this.#connections.values()) redis.disconnect();
      for (const { ready } of this.#channels.values())
        ready.reject(new Error("Connection is closed."));
    });
    // Never rejects: channels that a node refuses are subscribed again.
    void this.#keepSubscribed();
  }

  async caughtUp(): Promise<void> {
    await Promise.all([...this.#connections.values()].map((redis) => redis.ping()));
  }

  onReconnect(listener: () => void): void {
    this.#reconnectListeners.push(listener);
  }

  subscribe(channel: string, listener: ChannelListener): ChannelSubscription {
    const opened = this.#channels.get(channel) ?? this.#open(channel);
    const entry = { listener };
    opened.listeners.add(entry);
    return {
      ready: opened.ready.promise,
      close: () => {
        if (!opened.listeners.delete(entry) || opened.listeners.size > 0) return;
        this.#channels.delete(channel);
        opened.on?.sunsubscribe(channel).catch(() => {});
      },
    };
  }

  #connectionTo(key: string): Redis | null {
    const known = this.#connections.get(key);
    if (known) return known;
    const node = this.#cluster
      .nodes()
      .find(({ options }) => `${options.host}:${options.port}` === key);
    if (node === undefined) return null;
    const redis = node.duplicate({
      lazyConnect: false,
      readOnly: false,
      enableReadyCheck: false,
      enableOfflineQueue: true,
      retryStrategy: null,
      commandTimeout: commandMsMax,
    });
    redis.on("error", (error) => this.#cluster.emit("node error", error, key));
    redis.on("smessageBuffer", (channel: Buffer, message: Buffer) => {
      const opened = this.#channels.get(channel.toString());
      // A channel that has moved may for a moment be received from both masters.
      if (opened?.on === redis) for (const { listener } of opened.listeners) listener(message);
    });
    redis.on("moved", () => this.#cluster.refreshSlotsCache(() => this.#markLost(redis)));
    redis.once("end", () => {
      if (this.#connections.get(key) === redis) this.#connections.delete(key);
      this.#markLost(redis);
    });
    this.#connections.set(key, redis);
    return redis;
  }

  #markLost(redis: Redis): void {
    for (const opened of this.#channels.values()) {
      if (opened.on !== redis) continue;
      opened.on = null;
      this.#wereLost = true;
    }
    this.#waker.wake();
  }

  #ownerOf({ hashSlot }: OpenChannel): Redis | null {
    const key = this.#cluster.slots[hashSlot]?.[0];
    return key === undefined ? null : this.#connectionTo(key);
  }

  /** Subscribes every channel that is not subscribed at its master. Returns whether all are then. */
  async #subscribeLost(): Promise<boolean> {
    if (this.#cluster.status !== "ready") return this.#channels.size === 0;
    const byOwner = new Map<Redis, Map<number, OpenChannel[]>>();
    let isUnowned = false;
    for (const opened of this.#channels.values()) {
      const owner = this.#ownerOf(opened);
      if (owner === null) isUnowned = true;
      else if (opened.on !== owner)
        listIn(hashSlotsOf(byOwner, owner), opened.hashSlot).push(opened);
    }
    const subscribed = [...byOwner].flatMap(([redis, byHashSlot]) =>
      [...byHashSlot.values()].map((lost) => this.#subscribeOn(redis, lost)),
    );
    return (await Promise.all(subscribed)).every(Boolean) && !isUnowned;
  }

  /** Subscribes channels of one hash slot. Returns whether the node has accepted them. */
  async #subscribeOn(redis: Redis, lost: readonly OpenChannel[]): Promise<boolean> {
    try {
      await redis.ssubscribe(...lost.map(({ channel }) => channel));
    } catch {
      return false;
    }
    for (const opened of lost) {
      const before = opened.on;
      // Both the loop and subscribeNow may have subscribed it here.
      if (before !== null && before !== redis) {
        this.#wereLost = true;
        before.sunsubscribe(opened.channel).catch(() => {});
      }
      opened.on = redis;
      opened.ready.resolve();
      if (!this.#channels.has(opened.channel)) redis.sunsubscribe(opened.channel).catch(() => {});
    }
    return true;
  }

  async #keepSubscribed(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      if (await this.#subscribeLost()) {
        if (this.#wereLost) {
          this.#wereLost = false;
          for (const listener of this.#reconnectListeners) listener();
        }
        await this.#waker.wait(checkMs);
      } else {
        this.#cluster.refreshSlotsCache();
        await pause(againMs, this.#ended.signal);
      }
    }
  }

  #open(channel: string): OpenChannel {
    const hashSlot = new Command("ssubscribe", [channel]).getSlot();
    const ready = Promise.withResolvers<void>();
    // Callers that await it see the rejection; without one it must not end the process.
    ready.promise.catch(() => {});
    const opened: OpenChannel = { channel, hashSlot, listeners: new Set(), ready, on: null };
    this.#channels.set(channel, opened);
    void this.#subscribeNow(opened);
    return opened;
  }

  /** Subscribes at once, because the loop may be waiting for an unavailable node. */
  async #subscribeNow(opened: OpenChannel): Promise<void> {
    const owner = this.#cluster.status === "ready" ? this.#ownerOf(opened) : null;
    if (owner === null || !(await this.#subscribeOn(owner, [opened]))) this.#waker.wake();
  }
}

function hashSlotsOf(
  byOwner: Map<Redis, Map<number, OpenChannel[]>>,
  redis: Redis,
): Map<number, OpenChannel[]> {
  const known = byOwner.get(redis) ?? new Map<number, OpenChannel[]>();
  byOwner.set(redis, known);
  return known;
}

function listIn<Key, Item>(map: Map<Key, Item[]>, key: Key): Item[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}
