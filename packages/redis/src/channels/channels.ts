import type { Redis } from "ioredis";
import { clusterOf, type RedisClient } from "../connection/redis-client.ts";
import { createClusterChannels } from "./cluster-channels.ts";

/** One listener's subscription to a channel. */
export interface Subscription {
  /** Resolves once Redis has confirmed the channel; rejects only when the connection is closed. */
  readonly ready: Promise<void>;
  /** Removes the listener; with the last one, the channel is unsubscribed. */
  close(): void;
}

export type ChannelListener = (message: Buffer) => void;

/**
 * Sharded channels over one connection, counted by reference: many listeners of a channel share one
 * subscription in Redis. Messages published while the connection is down are lost without notice;
 * a listener that needs all of them has to check a position.
 */
export interface Channels {
  subscribe(channel: string, listener: ChannelListener): Subscription;
  /** Resolves once everything that was published before the call has been received. */
  caughtUp(): Promise<void>;
  /** Calls back whenever all channels are subscribed again after the connection was down. */
  onReconnect(listener: () => void): void;
}

/** @param redis a connection of role `subscriber`, used for nothing else */
export function createChannels(redis: RedisClient): Channels {
  const cluster = clusterOf(redis);
  return cluster === null
    ? createServerChannels(redis as RedisClient & Redis)
    : createClusterChannels(cluster);
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
