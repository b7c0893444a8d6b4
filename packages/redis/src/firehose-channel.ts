import { firehoseTickHead, type FirehoseTickHead, recentMessagesMax } from "@jetwire/protocol";
import type { RedisClient } from "./redis-client.ts";
import type { Keys } from "./keys.ts";
import { loadScript } from "./script.ts";

const countScript = loadScript("firehose-count");
const publishScript = loadScript("firehose-publish");
const stateScript = loadScript("firehose-state");
const listenersScript = loadScript("listeners");

/** Nothing older than this is shown as recent. */
const recentMs = 10 * 60_000;
/** A sampler counts several times a second; a state this much older is of none that runs. */
const staleSeconds = 10;

/**
 * Sends a tick to every gateway that has a sniffing socket, and keeps its messages as the latest.
 *
 * @param messageTexts JSON texts of enriched messages
 * @returns how many gateways heard it.
 */
export async function publishFirehoseTick(
  redis: RedisClient,
  keys: Keys,
  head: Omit<FirehoseTickHead, "version">,
  messageTexts: readonly string[],
): Promise<number> {
  const args = [recentMessagesMax, recentMs, firehoseTickHead(head), ...messageTexts];
  return Number(await publishScript.run(redis, [keys.firehoseRecent, keys.firehoseChannel], args));
}

/** The latest messages of the firehose as UTF-8 JSON texts, oldest first. */
export async function readFirehoseRecent(redis: RedisClient, keys: Keys): Promise<Buffer[]> {
  return await redis.lrangeBuffer(keys.firehoseRecent, 0, -1);
}

/** How many gateways listen to the firehose now. */
export async function firehoseListeners(redis: RedisClient, keys: Keys): Promise<number> {
  return Number(await listenersScript.run(redis, [keys.firehoseChannel], []));
}

/**
 * Adds transmissions that this replica heard, and how many of them it chose, to the deployment's
 * counts.
 *
 * @returns transmissions per second over all replicas.
 */
export async function countHeard(
  redis: RedisClient,
  keys: Keys,
  heard: number,
  chosen: number,
): Promise<number> {
  return Number(await countScript.run(redis, [keys.firehoseState], [heard, chosen]));
}

/** What samplers have in force. */
export interface FirehoseRule {
  /** The share of transmissions that is sampled, 0 to 1. */
  readonly fraction: number;
  readonly eventsPerSecondMax: number;
}

/** What is in force on the firehose, and the traffic it is a sample of. */
export interface FirehoseState extends FirehoseRule {
  /** Smoothed over some seconds. */
  readonly transmissionsPerSecond: number;
  readonly eventsPerSecond: number;
  /** Transmissions heard and chosen by all replicas, ever. */
  readonly seen: number;
  readonly sampled: number;
}

export async function writeFirehoseRule(
  redis: RedisClient,
  keys: Keys,
  { fraction, eventsPerSecondMax }: FirehoseRule,
): Promise<void> {
  await redis.hset(keys.firehoseState, { fraction, eventsPerSecondMax });
}

const stateFields = [
  "second",
  "fraction",
  "eventsPerSecondMax",
  "average",
  "chosenAverage",
  "seen",
  "sampled",
] as const;

/** Null while no sampler runs. @throws when Redis doesn't answer */
export async function readFirehoseState(
  redis: RedisClient,
  keys: Keys,
): Promise<FirehoseState | null> {
  const reply = await stateScript.run(redis, [keys.firehoseState], stateFields);
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
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
