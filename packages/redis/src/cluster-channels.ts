import { createWaker, pause } from "@jetwire/runtime";
import { type Cluster, Command, type Redis } from "ioredis";
import type { Channels } from "./channels.ts";

/*
 * Sharded channels of a Cluster: each lives where its slot does, so there is one connection to each
 * master that has one of ours. A channel is placed where Redis has confirmed it; whatever may have
 * moved it (a connection that ended, another master of its slot, a node that says so) makes it
 * misplaced, and misplaced channels are placed again until all stand.
 */

interface Heard {
  readonly channel: string;
  readonly slot: number;
  readonly hearers: Set<{ hear: (message: Buffer) => void }>;
  readonly standing: PromiseWithResolvers<void>;
  /** The connection that has confirmed it. */
  on: Redis | null;
}

/** Masters change without a word to a subscriber: how often that is looked for. */
const lookMs = 1_000;
const againMs = 100;
const commandMsMax = 2_000;

/** @param cluster tells where slots are; its end is the end of all channels */
export function createClusterChannels(cluster: Cluster): Channels {
  const channels = new Map<string, Heard>();
  const connections = new Map<string, Redis>();
  const returnHearers: (() => void)[] = [];
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
      const heard = channels.get(channel.toString());
      // One that has moved may for a moment be heard from both.
      if (heard?.on === redis) for (const { hear } of heard.hearers) hear(message);
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
    for (const heard of channels.values()) {
      if (heard.on !== redis) continue;
      heard.on = null;
      wereLost = true;
    }
    waker.wake();
  }

  function ownerOf({ slot }: Heard): Redis | null {
    const key = cluster.slots[slot]?.[0];
    return key === undefined ? null : connectionTo(key);
  }

  /** Places what is misplaced. @returns whether all stand. */
  async function place(): Promise<boolean> {
    if (cluster.status !== "ready") return channels.size === 0;
    const byPlace = new Map<Redis, Map<number, Heard[]>>();
    let homeless = false;
    for (const heard of channels.values()) {
      const owner = ownerOf(heard);
      if (owner === null) homeless = true;
      else if (heard.on !== owner) listIn(placesOf(byPlace, owner), heard.slot).push(heard);
    }
    const placed = [...byPlace].flatMap(([redis, bySlot]) =>
      [...bySlot.values()].map((misplaced) => placeOn(redis, misplaced)),
    );
    return (await Promise.all(placed)).every(Boolean) && !homeless;
  }

  /** Channels of one slot. */
  async function placeOn(redis: Redis, misplaced: readonly Heard[]): Promise<boolean> {
    try {
      await redis.ssubscribe(...misplaced.map(({ channel }) => channel));
    } catch {
      return false;
    }
    for (const heard of misplaced) {
      const before = heard.on;
      // Placed here already when it was opened while the loop placed it too.
      if (before !== null && before !== redis) {
        wereLost = true;
        before.sunsubscribe(heard.channel).catch(() => {});
      }
      heard.on = redis;
      heard.standing.resolve();
      if (!channels.has(heard.channel)) redis.sunsubscribe(heard.channel).catch(() => {});
    }
    return true;
  }

  async function keepPlaced(): Promise<void> {
    while (!ended.signal.aborted) {
      if (await place()) {
        if (wereLost) {
          wereLost = false;
          for (const hear of returnHearers) hear();
        }
        await waker.wait(lookMs);
      } else {
        cluster.refreshSlotsCache();
        await pause(againMs, ended.signal);
      }
    }
  }

  function open(channel: string): Heard {
    const slot = new Command("ssubscribe", [channel]).getSlot();
    const standing = Promise.withResolvers<void>();
    // Who waits for it sees the rejection; who doesn't must not end the process by it.
    standing.promise.catch(() => {});
    const heard: Heard = { channel, slot, hearers: new Set(), standing, on: null };
    channels.set(channel, heard);
    void placeNow(heard);
    return heard;
  }

  /** Beside the loop, which may be waiting for a node that is away. */
  async function placeNow(heard: Heard): Promise<void> {
    const owner = cluster.status === "ready" ? ownerOf(heard) : null;
    if (owner === null || !(await placeOn(owner, [heard]))) waker.wake();
  }

  cluster.on("refresh", () => waker.wake());
  cluster.once("end", () => {
    ended.abort();
    for (const redis of connections.values()) redis.disconnect();
    for (const { standing } of channels.values())
      standing.reject(new Error("Connection is closed."));
  });
  // It has nothing that rejects: what a node refuses is placed again.
  void keepPlaced();

  return {
    async caughtUp() {
      await Promise.all([...connections.values()].map((redis) => redis.ping()));
    },
    onReturn(hear) {
      returnHearers.push(hear);
    },
    subscribe(channel, hear) {
      const heard = channels.get(channel) ?? open(channel);
      const hearer = { hear };
      heard.hearers.add(hearer);
      return {
        standing: heard.standing.promise,
        close() {
          if (!heard.hearers.delete(hearer) || heard.hearers.size > 0) return;
          channels.delete(channel);
          heard.on?.sunsubscribe(channel).catch(() => {});
        },
      };
    },
  };
}

function placesOf(byPlace: Map<Redis, Map<number, Heard[]>>, redis: Redis): Map<number, Heard[]> {
  const known = byPlace.get(redis) ?? new Map<number, Heard[]>();
  byPlace.set(redis, known);
  return known;
}

function listIn<Key, Item>(map: Map<Key, Item[]>, key: Key): Item[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}
