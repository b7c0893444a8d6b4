import {
  type FirehoseLine,
  type FirehoseText,
  firehoseTickHead,
  type FirehoseTickHead,
  readFirehoseLine,
  recentMessagesMax,
  writeFirehoseLine,
} from "@jetwire/protocol";
import type { Channels, ChannelSubscription } from "../channels/channels.ts";
import type { RedisClient } from "../connection/redis-client.ts";
import { loadScript } from "../connection/script.ts";
import type { Keys } from "../keys.ts";

const countScript = loadScript(new URL("./firehose-count.lua", import.meta.url));
const publishScript = loadScript(new URL("./firehose-publish.lua", import.meta.url));
const stateScript = loadScript(new URL("./firehose-state.lua", import.meta.url));
const subscribersScript = loadScript(new URL("./firehose-subscribers.lua", import.meta.url));

/** Messages older than this are not shown as recent. */
const recentMs = 10 * 60_000;
/** Samplers count several times a second; a state older than this belongs to none that runs. */
const staleSeconds = 10;

/** The sampling that is in force. */
export interface FirehoseRule {
  /** The share of transmissions that is sampled, 0 to 1. */
  readonly fraction: number;
  readonly eventsPerSecondMax: number;
}

/** The sampling that is in force, and the traffic that is sampled. */
export interface FirehoseState extends FirehoseRule {
  /** Smoothed over some seconds. */
  readonly transmissionsPerSecond: number;
  readonly eventsPerSecond: number;
  /** Transmissions received and sampled by all replicas, ever. */
  readonly seen: number;
  readonly sampled: number;
}

/** The sampled stream of all messages. Every method rejects when Redis does not answer. */
export type FirehoseStore = ReturnType<typeof createFirehoseStore>;

const stateFields = [
  "second",
  "fraction",
  "eventsPerSecondMax",
  "average",
  "chosenAverage",
  "seen",
  "sampled",
] as const;

export function createFirehoseStore(redis: RedisClient, keys: Keys) {
  const { firehoseRecent, firehoseChannel, firehoseState } = keys;
  return {
    /**
     * Sends a tick to every gateway that subscribes, and keeps its messages as the latest, in one step.
     *
     * @returns how many gateways received it
     */
    async publish(
      head: Omit<FirehoseTickHead, "version">,
      messages: readonly FirehoseText[],
    ): Promise<number> {
      const lines = messages.map(writeFirehoseLine);
      const args = [recentMessagesMax, recentMs, firehoseTickHead(head), ...lines];
      return Number(await publishScript.run(redis, [firehoseRecent, firehoseChannel], args));
    },
    /** Calls back with each tick, to be read by `readFirehoseTick`. */
    subscribe: (channels: Channels, onTick: (tick: Buffer) => void): ChannelSubscription =>
      channels.subscribe(firehoseChannel, onTick),
    /** Returns the latest messages, oldest first. */
    async recent(): Promise<FirehoseLine[]> {
      const lines = await redis.lrangeBuffer(firehoseRecent, 0, -1);
      return lines.map(readFirehoseLine).filter((line) => line !== null);
    },
    /** Returns how many gateways subscribe now. */
    async subscribers(): Promise<number> {
      return Number(await subscribersScript.run(redis, [firehoseChannel], []));
    },
    /**
     * Adds transmissions that this replica received, and how many of them it sampled, to the counts of
     * the deployment.
     *
     * @returns transmissions per second over all replicas
     */
    async countTraffic(received: number, sampled: number): Promise<number> {
      return Number(await countScript.run(redis, [firehoseState], [received, sampled]));
    },
    async setRule({ fraction, eventsPerSecondMax }: FirehoseRule): Promise<void> {
      await redis.hset(firehoseState, { fraction, eventsPerSecondMax });
    },
    /** Returns null while no sampler runs. */
    async state(): Promise<FirehoseState | null> {
      const reply = await stateScript.run(redis, [firehoseState], stateFields);
      const [nowSecond, fields] = reply as [string, (string | null)[]];
      if (fields.some((field) => field === null)) return null;
      const [second = 0, fraction = 0, eventsPerSecondMax = 0, average = 0, chosen = 0, ...totals] =
        fields.map(Number);
      if (Number(nowSecond) - second > staleSeconds) return null;
      const [seen = 0, sampled = 0] = totals;
      return {
        fraction,
        eventsPerSecondMax,
        transmissionsPerSecond: toTenths(average),
        eventsPerSecond: toTenths(chosen),
        seen,
        sampled,
      };
    },
  };
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
