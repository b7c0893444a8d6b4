import type { Redis } from "ioredis";
import { createClusterChannels } from "./cluster-channels.ts";
import { clusterOf, type RedisClient } from "./redis-client.ts";

/** One hearer's hold on a channel. */
export interface Subscription {
  /** Resolves once Redis has confirmed the channel; rejects only when the connection is given up. */
  readonly standing: Promise<void>;
  /** Lets go; the last one to do so ends the channel's subscription. */
  close(): void;
}

/**
 * Sharded channels heard over one connection, counted by reference: many hearers of a channel are
 * one subscription in Redis. What is published while the connection is down is not heard, and
 * nothing says so: whoever needs everything checks a position.
 */
export interface Channels {
  subscribe(channel: string, hear: (message: Buffer) => void): Subscription;
  /** Resolves once everything that was published before this was called has been heard. */
  caughtUp(): Promise<void>;
  /** Calls back whenever all channels stand again after the connection was down. */
  onReturn(hear: () => void): void;
}

interface Heard {
  readonly hearers: Set<{ hear: (message: Buffer) => void }>;
  readonly standing: Promise<void>;
}

/** @param redis a connection of role `subscriber`, used for nothing else */
export function createChannels(redis: RedisClient): Channels {
  const cluster = clusterOf(redis);
  return cluster === null
    ? createServerChannels(redis as RedisClient & Redis)
    : createClusterChannels(cluster);
}

function createServerChannels(redis: Redis): Channels {
  const channels = new Map<string, Heard>();
  const returnHearers: (() => void)[] = [];

  redis.on("smessageBuffer", (channel: Buffer, message: Buffer) => {
    for (const { hear } of channels.get(channel.toString())?.hearers ?? []) hear(message);
  });

  redis.on("ready", () => {
    // The client has just asked for all channels again; an answer to a PING comes after theirs.
    redis.ping().then(
      () => returnHearers.forEach((hear) => hear()),
      () => {},
    );
  });

  function open(channel: string): Heard {
    const standing = redis.ssubscribe(channel).then(() => undefined);
    // Who waits for it sees the rejection; who doesn't must not end the process by it.
    standing.catch(() => {});
    const heard = { hearers: new Set<{ hear: (message: Buffer) => void }>(), standing };
    channels.set(channel, heard);
    return heard;
  }

  return {
    async caughtUp() {
      await redis.ping();
    },
    onReturn(hear) {
      returnHearers.push(hear);
    },
    subscribe(channel, hear) {
      const heard = channels.get(channel) ?? open(channel);
      const hearer = { hear };
      heard.hearers.add(hearer);
      return {
        standing: heard.standing,
        close() {
          if (!heard.hearers.delete(hearer) || heard.hearers.size > 0) return;
          channels.delete(channel);
          redis.sunsubscribe(channel).catch(() => {});
        },
      };
    },
  };
}
