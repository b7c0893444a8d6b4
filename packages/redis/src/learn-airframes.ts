import type { RedisClient } from "./redis-client.ts";
import type { Keys } from "./keys.ts";
import { airframesMax } from "./link.ts";
import { loadScript } from "./script.ts";

const script = loadScript("learn-airframes");

/** A short script each, so that linking waits a millisecond or two for it. */
const learnedAtOnce = 500;

/**
 * Tells linking which 24-bit addresses belong to which tails, as a register has it, so that a
 * message that names the tail alone finds its airframe. What messages made stays as it is.
 *
 * @returns how many tails are new to the directory or got their address.
 * @throws when Redis doesn't answer; telling it again is harmless.
 */
export async function learnAirframes(
  redis: RedisClient,
  keys: Keys,
  airframes: readonly { id: string; icao: string; tail: string }[],
  limits = { airframesMax },
): Promise<number> {
  const { airframesByIcao, airframesByTail } = keys.link;
  let learned = 0;
  for (let from = 0; from < airframes.length; from += learnedAtOnce) {
    const args = airframes
      .slice(from, from + learnedAtOnce)
      .flatMap(({ id, icao, tail }) => [tail, icao, id]);
    learned += Number(
      await script.run(redis, [airframesByIcao, airframesByTail], [limits.airframesMax, ...args]),
    );
  }
  return learned;
}
