import type { Redis } from "ioredis";
import { clusterOf, type RedisClient } from "../connection/redis-client.ts";
import type { ChannelListener, Channels } from "./channels.ts";
import { ClusterChannels } from "./cluster-channels.ts";

/** @param redis a connection of role `subscriber`, used for nothing else */
export function createChannels(redis: RedisClient): Channels {
  const cluster = clusterOf(redis);
  return cluster === null
    ? createServerChannels(redis as RedisClient & Redis)
    : new ClusterChannels(cluster);
}

interface OpenChannel {
  readonly listeners: Set<{ listener: ChannelListener }>;
  readonly ready: Promise<void>;
}

function createServerChannels(redis: Redis): Channels {
  const channels = new Map<string, OpenChannel>();
  const reconnectListeners: (() => void)[] = [];

  redis.on("smessageBuffer", (channel: Buffer, message: Buffer) => {
    for (const { listener } of channels.get(channel.toString())?.listeners ?? []) listener(message);
  });

  redis.on("ready", () => {
    // The client has just subscribed all channels again; the reply to a PING comes after theirs.
    redis.ping().then(
      () => reconnectListeners.forEach((listener) => listener()),
      () => {},
    );
  });

  function open(channel: string): OpenChannel {
    const ready = redis.ssubscribe(channel).then(() => undefined);
    // Callers that await it see the rejection; without one it must not end the process.
    ready.catch(() => {});
    const opened = { listeners: new Set<{ listener: ChannelListener }>(), ready };
    channels.set(channel, opened);
    return opened;
  }

  return {
    async caughtUp() {
      await redis.ping();
    },
    onReconnect(listener) {
      reconnectListeners.push(listener);
    },
    subscribe(channel, listener) {
      const { listeners, ready } = channels.get(channel) ?? open(channel);
      const entry = { listener };
      listeners.add(entry);
      return {
        ready,
        close() {
          if (!listeners.delete(entry) || listeners.size > 0) return;
          channels.delete(channel);
          redis.sunsubscribe(channel).catch(() => {});
        },
      };
    },
  };
}
