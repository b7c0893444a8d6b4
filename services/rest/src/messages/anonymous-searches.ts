import { AppError } from "@jetwire/protocol";
import { addressNetwork, createFairQueue } from "@jetwire/runtime";

/** Searches at the same time for all anonymous readers: fewer than the connections of a pool. */
const permitsMax = 3;
const permitsPerKeyMax = 2;
const waitingMax = 128;
const waitingPerKeyMax = 8;
const waitMsMax = 3_000;
/** The wait suggested to a reader who is one too many; nothing says when a search ends. */
const retrySeconds = 2;

/**
 * Limits the searches of anonymous readers in this process, so that they never hold all connections
 * to Postgres: readers with an account always have some of their own. Networks take turns.
 */
export function createAnonymousSearches() {
  const queue = createFairQueue({
    permitsMax,
    permitsPerKeyMax,
    waitingMax,
    waitingPerKeyMax,
    waitMsMax,
  });
  return {
    /**
     * Runs a search when it is the turn of its network.
     *
     * @param ip the reader's address
     * @throws AppError `rate_limited` if its network (IPv6: /64) has too many searches,
     *   `unavailable` if all networks together have
     */
    async run<Result>(ip: string, search: () => Promise<Result>): Promise<Result> {
      const result = await queue.acquire(addressNetwork(ip));
      if (result === "key") {
        const message =
          "Too many searches without an account from this address: wait for one to end, or sign in";
        throw new AppError("rate_limited", message, { limit: { retrySeconds } });
      }
      if (result === "all") {
        const message = "Too many searches without an account are running, try again shortly";
        throw new AppError("unavailable", message, { limit: { retrySeconds } });
      }
      using permit = result;
      return await search();
    },
  };
}
