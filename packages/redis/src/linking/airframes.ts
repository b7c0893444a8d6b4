import type { RedisClient } from "../connection/redis-client.ts";
import { loadScript } from "../connection/script.ts";
import type { Keys } from "../keys.ts";

const learnScript = loadScript(new URL("./airframes-learn.lua", import.meta.url));

/** How many airframes are remembered, by address and by tail. */
export const airframesMax = 1_000_000;
const airframesPerPipeline = 1_000;
/** A short script each, so that linking waits a millisecond or two for it. */
const airframesPerScript = 500;

/** An airframe as the directory has it. */
export interface KnownAirframe {
  readonly id: string;
  readonly icao: string | null;
  readonly tail: string | null;
}

/** The directory by which linking finds airframes. Every method rejects when Redis does not answer. */
export function createAirframeDirectory(redis: RedisClient, keys: Keys) {
  const { airframesByIcao, airframesByTail } = keys.link;
  return {
    /** Whether it has no airframes, as after a loss of Redis. */
    async isEmpty(): Promise<boolean> {
      return (await redis.exists(airframesByIcao, airframesByTail)) === 0;
    },
    /** Adds airframes that Postgres knows; existing entries stay unchanged. */
    async restore(airframes: readonly KnownAirframe[]): Promise<void> {
      for (let from = 0; from < airframes.length; from += airframesPerPipeline) {
        const pipeline = redis.pipeline();
        for (const { id, icao, tail } of airframes.slice(from, from + airframesPerPipeline)) {
          if (icao !== null) pipeline.hsetnx(airframesByIcao, icao, id);
          if (tail !== null) pipeline.hsetnx(airframesByTail, tail, `${id}|${icao ?? ""}`);
        }
        const failed = (await pipeline.exec())?.find(([error]) => error !== null)?.[0];
        if (failed) throw failed;
      }
    },
    /**
     * Adds which 24-bit addresses belong to which tails according to a register, so that a message
     * that names only the tail finds its airframe. What messages created stays; repeating is harmless.
     *
     * @returns how many tails are new to the directory or got their address
     */
    async learn(
      airframes: readonly { readonly id: string; readonly icao: string; readonly tail: string }[],
      limits: { readonly airframesMax: number } = { airframesMax },
    ): Promise<number> {
      let learned = 0;
      for (let from = 0; from < airframes.length; from += airframesPerScript) {
        const args = airframes
          .slice(from, from + airframesPerScript)
          .flatMap(({ id, icao, tail }) => [tail, icao, id]);
        const scriptKeys = [airframesByIcao, airframesByTail];
        learned += Number(await learnScript.run(redis, scriptKeys, [limits.airframesMax, ...args]));
      }
      return learned;
    },
  };
}
