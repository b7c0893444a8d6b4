import { AppError } from "@jetwire/protocol";
import type { Attempt, Limiters, SlidingLimiter } from "@jetwire/redis";
import { addressNetwork, createBoundedMap, pause } from "@jetwire/runtime";
import type { RestConfig } from "../config.ts";

const addressesMax = 10_000;
/** A refusal is repeated for this long without asking Redis, so that a flood does not reach it. */
const refusedMs = 1_000;
/** Attempts in progress count as failures until they end, which takes no longer than a look-up. */
const waitsMax = 20;
const waitMs = 25;

/** Browsers send the cookie of a session that has ended until they have opened the page again. */
const cookiesPerMinute = 60;
const minuteMs = 60_000;

/** An attempt that is not counted. */
const unlimitedAttempt: Attempt = { succeeded: () => {}, failed: () => {} };

export type FailureLimit = ReturnType<typeof createFailureLimit>;

/** Creates the limit of cookies without a session that an address can send. */
export function createCookieLimit(
  limiters: Limiters,
  { REST_EXEMPT_ADDRESSES }: Pick<RestConfig, "REST_EXEMPT_ADDRESSES">,
): FailureLimit {
  const windows = [{ max: cookiesPerMinute, ms: minuteMs }];
  return createFailureLimit(limiters.sliding("rest-cookies", windows), REST_EXEMPT_ADDRESSES);
}

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

  async function begin(ip: string): Promise<Attempt> {
    const network = addressNetwork(ip);
    if (exemptNetworks.has(network)) return unlimitedAttempt;
    // A repeated refusal does not renew itself, so that a client that keeps asking is admitted again.
    if (refused.has(network)) throw tooManyFailures();
    const attempt = await beginOrWait(network);
    if (attempt !== null) return attempt;
    refused.set(network, true);
    throw tooManyFailures();
  }

  return {
    /**
     * Checks a credential. The check counts as a failure while it runs, and if it returns null. If it
     * throws, nothing was found out, so it does not count.
     *
     * @returns what the check returned
     * @throws AppError `rate_limited` if the address has failed too often, and what the check throws
     */
    async check<Result>(ip: string, work: () => Promise<Result | null>): Promise<Result | null> {
      const attempt = await begin(ip);
      let hasFailed = false;
      try {
        const result = await work();
        hasFailed = result === null;
        return result;
      } finally {
        if (hasFailed) attempt.failed();
        else attempt.succeeded();
      }
    },
  };
}

function tooManyFailures(): AppError {
  return new AppError("rate_limited", "Too many invalid credentials from this address");
}
