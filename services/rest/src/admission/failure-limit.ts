import { AppError } from "@jetwire/protocol";
import type { Attempt, SlidingLimiter } from "@jetwire/redis";
import { addressNetwork, createBoundedMap, pause } from "@jetwire/runtime";

const addressesMax = 10_000;
/** A refusal is repeated for this long without asking Redis, so that a flood does not reach it. */
const refusedMs = 1_000;
/** Attempts in progress count as failures until they end, which takes no longer than a look-up. */
const waitsMax = 20;
const waitMs = 25;

/** An attempt that is not counted. */
export const unlimitedAttempt: Attempt = { succeeded: () => {}, failed: () => {} };

export type FailureLimit = ReturnType<typeof createFailureLimit>;

/**
 * Limits how many invalid credentials an address can send.
 *
 * @param exempt addresses without a limit
 */
export function createFailureLimit(limiter: SlidingLimiter, exempt: readonly string[]) {
  const refused = createBoundedMap<string, true>({ entriesMax: addressesMax, ttlMs: refusedMs });
  const exemptNetworks = new Set(exempt.map(addressNetwork));

  async function beginOrWait(network: string): Promise<Attempt | null> {
    for (let wait = 0; wait < waitsMax; wait++) {
      const attempt = await limiter.begin(network);
      if (attempt !== null) return attempt;
      if ((await limiter.blockedMs(network)) > 0) return null;
      await pause(waitMs);
    }
    return null;
  }

  return {
    /**
     * Begins the check of a credential. It counts as a failure until it has succeeded.
     *
     * @throws AppError `rate_limited` if the address has failed too often
     */
    async begin(ip: string): Promise<Attempt> {
      const network = addressNetwork(ip);
      if (exemptNetworks.has(network)) return unlimitedAttempt;
      const attempt = refused.has(network) ? null : await beginOrWait(network);
      if (attempt !== null) return attempt;
      refused.set(network, true);
      throw new AppError("rate_limited", "Too many invalid credentials from this address");
    },
  };
}
