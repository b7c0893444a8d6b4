import { createWaker, pause } from "@jetwire/runtime";
import { type Cluster, Command, type Redis } from "ioredis";
import type { ChannelListener, Channels } from "./channels.ts";

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

/** @param cluster knows the master of each hash slot; when it ends, all channels end */
export function createClusterChannels(cluster: Cluster): Channels {
  const channels = new Map<string, OpenChannel>();
  const connections = new Map<string, Redis>();
  const reconnectListeners: (() => void)[] = [];
  const ended = new AbortController();
  const waker = createWaker(ended.signal);
  let wereLost = false;

  function connectionTo(key: string): Redis | null {
    const known = connections.get(key);
    if (known) return known;
    const node = cluster.nodes().find(({ options }) => `${options.host}:${options.port}` === key);
    if (node === undefined) return null;
    const redis = node.duplicate({
      lazyConnect: false,
      readOnly: false,
      enableReadyCheck: false,
      enableOfflineQueue: true,
      retryStrategy: null,
      commandTimeout: commandMsMax,
    });
    redis.on("error", (error) => cluster.emit("node error", error, key));
    redis.on("smessageBuffer", (channel: Buffer, message: Buffer) => {
      const opened = channels.get(channel.toString());
      // A channel that has moved may for a moment be received from both masters.
      if (opened?.on === redis) for (const { listener } of opened.listeners) listener(message);
    });
    redis.on("moved", () => cluster.refreshSlotsCache(() => markLost(redis)));
    redis.once("end", () => {
      if (connections.get(key) === redis) connections.delete(key);
      markLost(redis);
    });
    connections.set(key, redis);
    return redis;
  }

  function markLost(redis: Redis): void {
    for (const opened of channels.values()) {
      if (opened.on !== redis) continue;
      opened.on = null;
      wereLost = true;
    }
    waker.wake();
  }

  function ownerOf({ hashSlot }: OpenChannel): Redis | null {
    const key = cluster.slots[hashSlot]?.[0];
    return key === undefined ? null : connectionTo(key);
  }

  /** Subscribes every channel that is not subscribed at its master. Returns whether all are then. */
  async function subscribeLost(): Promise<boolean> {
    if (cluster.status !== "ready") return channels.size === 0;
    const byOwner = new Map<Redis, Map<number, OpenChannel[]>>();
    let isUnowned = false;
    for (const opened of channels.values()) {
      const owner = ownerOf(opened);
      if (owner === null) isUnowned = true;
      else if (opened.on !== owner)
        listIn(hashSlotsOf(byOwner, owner), opened.hashSlot).push(opened);
    }
    const subscribed = [...byOwner].flatMap(([redis, byHashSlot]) =>
      [...byHashSlot.values()].map((lost) => subscribeOn(redis, lost)),
    );
    return (await Promise.all(subscribed)).every(Boolean) && !isUnowned;
  }

  /** Subscribes channels of one hash slot. Returns whether the node has accepted them. */
  async function subscribeOn(redis: Redis, lost: readonly OpenChannel[]): Promise<boolean> {
    try {
      await redis.ssubscribe(...lost.map(({ channel }) => channel));
    } catch {
      return false;
    }
    for (const opened of lost) {
      const before = opened.on;
      // Both the loop and subscribeNow may have subscribed it here.
      if (before !== null && before !== redis) {
        wereLost = true;
        before.sunsubscribe(opened.channel).catch(() => {});
      }
      opened.on = redis;
      opened.ready.resolve();
      if (!channels.has(opened.channel)) redis.sunsubscribe(opened.channel).catch(() => {});
    }
    return true;
  }

  async function keepSubscribed(): Promise<void> {
    while (!ended.signal.aborted) {
      if (await subscribeLost()) {
        if (wereLost) {
          wereLost = false;
          for (const listener of reconnectListeners) listener();
        }
        await waker.wait(checkMs);
      } else {
        cluster.refreshSlotsCache();
        await pause(againMs, ended.signal);
      }
    }
  }

  function open(channel: string): OpenChannel {
    const hashSlot = new Command("ssubscribe", [channel]).getSlot();
    const ready = Promise.withResolvers<void>();
    // Callers that await it see the rejection; without one it must not end the process.
    ready.promise.catch(() => {});
    const opened: OpenChannel = { channel, hashSlot, listeners: new Set(), ready, on: null };
    channels.set(channel, opened);
    void subscribeNow(opened);
    return opened;
  }

  /** Subscribes at once, because the loop may be waiting for an unavailable node. */
  async function subscribeNow(opened: OpenChannel): Promise<void> {
    const owner = cluster.status === "ready" ? ownerOf(opened) : null;
    if (owner === null || !(await subscribeOn(owner, [opened]))) waker.wake();
  }

  cluster.on("refresh", () => waker.wake());
  cluster.once("end", () => {
    ended.abort();
    for (const redis of connections.values()) redis.disconnect();
    for (const { ready } of channels.values()) ready.reject(new Error("Connection is closed."));
  });
  // Never rejects: channels that a node refuses are subscribed again.
  void keepSubscribed();

  return {
    async caughtUp() {
      await Promise.all([...connections.values()].map((redis) => redis.ping()));
    },
    onReconnect(listener) {
      reconnectListeners.push(listener);
    },
    subscribe(channel, listener) {
      const opened = channels.get(channel) ?? open(channel);
      const entry = { listener };
      opened.listeners.add(entry);
      return {
        ready: opened.ready.promise,
        close() {
          if (!opened.listeners.delete(entry) || opened.listeners.size > 0) return;
          channels.delete(channel);
          opened.on?.sunsubscribe(channel).catch(() => {});
        },
      };
    },
  };
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
