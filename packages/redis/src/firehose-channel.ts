import type { Redis } from "ioredis";
import type { Keys } from "./keys.ts";
import { loadScript } from "./script.ts";

const script = loadScript("firehose-count");

/** Sends a tick to every gateway that has a sniffing socket; resolves to how many heard it. */
export async function publishFirehoseTick(redis: Redis, keys: Keys, tick: string): Promise<number> {
  return Number(await redis.spublish(keys.firehoseChannel, tick));
}

/** How many gateways listen to the firehose now. */
export async function firehoseListeners(redis: Redis, keys: Keys): Promise<number> {
  const reply = await redis.call("PUBSUB", "SHARDNUMSUB", keys.firehoseChannel);
  return (reply as [string, number])[1];
}

/**
 * Adds transmissions that this replica heard to the deployment's count.
 *
 * @returns transmissions per second over all replicas.
 */
export async function countHeard(redis: Redis, keys: Keys, heard: number): Promise<number> {
  return Number(await script.run(redis, [keys.firehoseState], [heard]));
}

/** What is in force on the firehose. */
export interface FirehoseState {
  /** The share of transmissions that is sampled, 0 to 1. */
  readonly fraction: number;
  readonly eventsPerSecondMax: number;
}

export async function writeFirehoseState(
  redis: Redis,
  keys: Keys,
  state: FirehoseState,
): Promise<void> {
  const { fraction, eventsPerSecondMax } = state;
  await redis.hset(keys.firehoseState, { fraction, eventsPerSecondMax });
}

/** Null before a sampler has run. */
export async function readFirehoseState(redis: Redis, keys: Keys): Promise<FirehoseState | null> {
  const [fraction, events] = await redis.hmget(
    keys.firehoseState,
    "fraction",
    "eventsPerSecondMax",
  );
  if (!fraction || !events) return null;
  return { fraction: Number(fraction), eventsPerSecondMax: Number(events) };
}
