import { createWaker, pause } from "@jetwire/runtime";
import { type Cluster, Command, type Redis } from "ioredis";
import type { ChannelListener, Channels } from "./channels.ts";

/*
 * Sharded channels of a Cluster. A channel belongs to the master of its hash slot, so there is one
 * connection to each master that has one of ours. A channel is placed on the connection that has
 * confirmed it. It becomes misplaced when that connection ends, when its slot gets another master, or
 * when a node reports it as moved; misplaced channels are subscribed again until all are placed.
 * docs/decisions/0001-sharded-channels.md tells why this is not left to ioredis.
 */

interface OpenChannel {
  readonly channel: string;
  readonly slot: number;
  readonly listeners: Set<{ listener: ChannelListener }>;
  readonly ready: PromiseWithResolvers<void>;
  /** The connection that has confirmed it. */
  on: Redis | null;
}

/** Subscribers are not notified of a new master: how often placement is checked. */
const checkMs = 1_000;
const againMs = 100;
const commandMsMax = 2_000;

/** @param cluster knows the master of each slot; when it ends, so do all channels */
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
    redis.on("moved", () => cluster.refreshSlotsCache(() => displace(redis)));
    redis.once("end", () => {
      if (connections.get(key) === redis) connections.delete(key);
      displace(redis);
    });
    connections.set(key, redis);
    return redis;
  }

  function displace(redis: Redis): void {
    for (const opened of channels.values()) {
      if (opened.on !== redis) continue;
      opened.on = null;
      wereLost = true;
    }
    waker.wake();
  }

  function ownerOf({ slot }: OpenChannel): Redis | null {
    const key = cluster.slots[slot]?.[0];
    return key === undefined ? null : connectionTo(key);
  }

  /** Subscribes misplaced channels. Returns whether all are placed. */
  async function place(): Promise<boolean> {
    if (cluster.status !== "ready") return channels.size === 0;
    const byPlace = new Map<Redis, Map<number, OpenChannel[]>>();
    let isUnowned = false;
    for (const opened of channels.values()) {
      const owner = ownerOf(opened);
      if (owner === null) isUnowned = true;
      else if (opened.on !== owner) listIn(placesOf(byPlace, owner), opened.slot).push(opened);
    }
    const placed = [...byPlace].flatMap(([redis, bySlot]) =>
      [...bySlot.values()].map((misplaced) => placeOn(redis, misplaced)),
    );
    return (await Promise.all(placed)).every(Boolean) && !isUnowned;
  }

  /** Subscribes channels of one slot. */
  async function placeOn(redis: Redis, misplaced: readonly OpenChannel[]): Promise<boolean> {
    try {
      await redis.ssubscribe(...misplaced.map(({ channel }) => channel));
    } catch {
      return false;
    }
    for (const opened of misplaced) {
      const before = opened.on;
      // It is placed here already if it was opened while the loop placed it too.
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

  async function keepPlaced(): Promise<void> {
    while (!ended.signal.aborted) {
      if (await place()) {
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
    const slot = new Command("ssubscribe", [channel]).getSlot();
    const ready = Promise.withResolvers<void>();
    // Callers that await it see the rejection; without one it must not end the process.
    ready.promise.catch(() => {});
    const opened: OpenChannel = { channel, slot, listeners: new Set(), ready, on: null };
    channels.set(channel, opened);
    void placeNow(opened);
    return opened;
  }

  /** Subscribes at once, because the loop may be waiting for an unavailable node. */
  async function placeNow(opened: OpenChannel): Promise<void> {
    const owner = cluster.status === "ready" ? ownerOf(opened) : null;
    if (owner === null || !(await placeOn(owner, [opened]))) waker.wake();
  }

  cluster.on("refresh", () => waker.wake());
  cluster.once("end", () => {
    ended.abort();
    for (const redis of connections.values()) redis.disconnect();
    for (const { ready } of channels.values()) ready.reject(new Error("Connection is closed."));
  });
  // Never rejects: channels that a node refuses are subscribed again.
  void keepPlaced();

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

function placesOf(
  byPlace: Map<Redis, Map<number, OpenChannel[]>>,
  redis: Redis,
): Map<number, OpenChannel[]> {
  const known = byPlace.get(redis) ?? new Map<number, OpenChannel[]>();
  byPlace.set(redis, known);
  return known;
}

function listIn<Key, Item>(map: Map<Key, Item[]>, key: Key): Item[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}
