import type { RedisClient } from "./redis-client.ts";
import type { Keys } from "./keys.ts";
import { loadScript } from "./script.ts";

const script = loadScript("link");

/** The same object of a station within this time is a retry or a second relay. */
const repeatSeconds = 600;
/** Equal content of one station within this time is one burst on neighbouring channels. */
export const burstWindowMs = 1_000;
/** Equal content of several stations within this message time is one transmission. */
const groupWindowMs = 3_000;
/** How many airframes are remembered, by address and by tail. */
export const airframesMax = 1_000_000;

/** What linking needs to know of a message; empty strings stand for "none". */
export interface Linkable {
  readonly id: string;
  readonly repeatKey: string;
  readonly burstKey: string;
  readonly groupKey: string;
  readonly timeMs: number;
  readonly icao: string;
  readonly tail: string;
  readonly flightKey: string;
  /** Used when this message is the first of its airframe; empty: makes none. */
  readonly freshAirframeId: string;
  readonly freshFlightId: string;
}

export type LinkVerdict =
  | {
      readonly verdict: "new";
      readonly groupId: string;
      readonly first: boolean;
      readonly airframeId: string | null;
      readonly flightId: string | null;
    }
  /** Heard already: the same object again, or the same burst on another channel. */
  | { readonly verdict: "repeat" | "burst" };

/**
 * Links a batch in one round trip, in order; asking again for the same ids changes nothing.
 *
 * @param limits how many airframes are remembered, by address and by tail
 * @returns a verdict per message.
 * @throws when Redis doesn't answer in time: ask again.
 */
export async function linkMessages(
  redis: RedisClient,
  keys: Keys,
  messages: readonly Linkable[],
  limits = { airframesMax },
): Promise<LinkVerdict[]> {
  const args: (string | number)[] = [repeatSeconds, burstWindowMs, groupWindowMs];
  args.push(limits.airframesMax);
  for (const m of messages) {
    args.push(m.id, m.repeatKey, m.burstKey, m.groupKey, m.timeMs);
    args.push(m.icao, m.tail, m.flightKey, m.freshAirframeId, m.freshFlightId);
  }
  const { link } = keys;
  const reply = (await script.run(
    redis,
    [
      link.repeatPrefix,
      link.burstPrefix,
      link.groupPrefix,
      link.flightPrefix,
      link.airframesByIcao,
      link.airframesByTail,
    ],
    args,
  )) as string[];
  return messages.map((_, index) => toVerdict(reply.slice(index * 5, index * 5 + 5)));
}

function toVerdict([verdict, groupId = "", first, airframe, flight]: string[]): LinkVerdict {
  if (verdict === "repeat" || verdict === "burst") return { verdict };
  return {
    verdict: "new",
    groupId,
    first: first === "1",
    airframeId: airframe === "" ? null : (airframe ?? null),
    flightId: flight === "" ? null : (flight ?? null),
  };
}

/** An airframe as the link directory knows it. */
export interface KnownAirframe {
  readonly id: string;
  readonly icao: string | null;
  readonly tail: string | null;
}

/** Whether the directory of airframes is empty, as after a loss of Redis. */
export async function airframeDirectoryIsEmpty(redis: RedisClient, keys: Keys): Promise<boolean> {
  return (await redis.exists(keys.link.airframesByIcao, keys.link.airframesByTail)) === 0;
}

const rememberedAtOnce = 1_000;

/**
 * Fills the directory of airframes with what Postgres knows; what is there already stays.
 *
 * @throws when Redis doesn't take it all.
 */
export async function rememberAirframes(
  redis: RedisClient,
  keys: Keys,
  airframes: readonly KnownAirframe[],
): Promise<void> {
  for (let from = 0; from < airframes.length; from += rememberedAtOnce) {
    const pipeline = redis.pipeline();
    for (const { id, icao, tail } of airframes.slice(from, from + rememberedAtOnce)) {
      if (icao !== null) pipeline.hsetnx(keys.link.airframesByIcao, icao, id);
      if (tail !== null) pipeline.hsetnx(keys.link.airframesByTail, tail, `${id}|${icao ?? ""}`);
    }
    const failed = (await pipeline.exec())?.find(([error]) => error !== null)?.[0];
    if (failed) throw failed;
  }
}
