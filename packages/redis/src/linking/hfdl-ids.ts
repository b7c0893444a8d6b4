import type { RedisClient } from "../connection/redis-client.ts";
import { loadScript } from "../connection/script.ts";
import type { Keys } from "../keys.ts";

const script = loadScript(new URL("./hfdl-ids.lua", import.meta.url));

/** Longer than a number of an aircraft is used; a hash is read in its own period and the next. */
const periodMs = 4 * 3_600_000;
/** All aircraft that use HFDL fit in several times. Forged logons cannot fill the memory. */
const fieldsMax = 40_000;
/** A short script each, so that linking waits a millisecond or two for it. */
const observationsPerScript = 500;

/** A frame that tells, or asks, which aircraft has a number at an HFDL ground station; "" stands for "none". */
export interface HfdlObservation {
  /**
   * - `confirm`: the aircraft gets the number;
   * - `request`: it logs on, so it has none;
   * - `end`: it is logged off or refused on this channel;
   * - `given`: a message whose address the decoder knows;
   * - `ask`: a message without an address.
   */
  readonly kind: "confirm" | "request" | "end" | "given" | "ask";
  /** The time of the frame, Unix ms. */
  readonly timeMs: number;
  /** The number of the ground station and the frequency in kHz: `4/11387`. */
  readonly channel: string;
  /** The number of the aircraft; 0 where the kind needs none. */
  readonly aircraftId: number;
  /** 24-bit address. */
  readonly icao: string;
  readonly flight: string;
  readonly tail: string;
}

/** The numbers that aircraft have at HFDL ground stations, as stations of all replicas receive it. */
export type HfdlIds = ReturnType<typeof createHfdlIds>;

export function createHfdlIds(redis: RedisClient, keys: Keys) {
  const { hfdlIdsPrefix, airframesByTail } = keys.link;
  return {
    /**
     * Takes note of observations in order. Taking note of the same again changes nothing.
     *
     * @param nowMs the time, Unix ms
     * @returns the address for each `ask`, in order; null if it is not known
     * @throws when Redis does not answer in time
     */
    async observe(
      observations: readonly HfdlObservation[],
      nowMs: number,
      limits: { readonly fieldsMax: number } = { fieldsMax },
    ): Promise<(string | null)[]> {
      const period = Math.floor(nowMs / periodMs);
      const hashes = [period, period - 1].map((number) => `${hfdlIdsPrefix}${number}`);
      const answers: (string | null)[] = [];
      for (let from = 0; from < observations.length; from += observationsPerScript) {
        const args: (string | number)[] = [(2 * periodMs) / 1_000, limits.fieldsMax];
        for (const seen of observations.slice(from, from + observationsPerScript)) {
          args.push(seen.kind, Math.round(seen.timeMs), seen.channel, seen.aircraftId);
          args.push(seen.icao, nameOf(seen.flight), nameOf(seen.tail));
        }
        const found = await script.run(redis, [...hashes, airframesByTail], args);
        for (const icao of found as string[]) answers.push(icao === "" ? null : icao);
      }
      return answers;
    },
  };
}

/** Entries separate their parts by a bar. */
function nameOf(name: string): string {
  return name.includes("|") ? "" : name;
}
