import { AppError } from "@jetwire/protocol";
import { type FailureLimiter, limitedAddress, type Try } from "@jetwire/redis";
import { pause } from "@jetwire/runtime";
import { LRUCache } from "lru-cache";

/** Bounds what an address can cost by showing credentials that don't hold. */
export interface FailureLimit {
  /**
   * Begins to find out whether a credential holds.
   *
   * @throws AppError `rate_limited` while the address has failed too often
   */
  begin(ip: string): Promise<Try>;
}

const addressesMax = 10_000;
/** How long a refusal stands without being asked about again: a flood must not reach Redis. */
const refusedMsMax = 1_000;
/** Tries under way count as failures until they are settled, which takes no longer than a look-up. */
const waitsMax = 20;
const waitMs = 25;

const exemptTry: Try = { succeeded: () => {}, failed: () => {} };

/** @param exempt addresses that no limit holds for */
export function createFailureLimit(
  limiter: FailureLimiter,
  exempt: readonly string[],
): FailureLimit {
  const refused = new LRUCache<string, true>({ max: addressesMax, ttl: refusedMsMax });
  const exempted = new Set(exempt.map(limitedAddress));

  async function begin(address: string): Promise<Try | null> {
    for (let wait = 0; wait < waitsMax; wait++) {
      const begun = await limiter.begin(address);
      if (begun !== null) return begun;
      if ((await limiter.refusedMs(address)) > 0) return null;
      await pause(waitMs);
    }
    return null;
  }

  return {
    async begin(ip) {
      const address = limitedAddress(ip);
      if (exempted.has(address)) return exemptTry;
      const begun = refused.has(address) ? null : await begin(address);
      if (begun !== null) return begun;
      refused.set(address, true);
      throw new AppError("rate_limited", "Too many invalid credentials from this address");
    },
  };
}
