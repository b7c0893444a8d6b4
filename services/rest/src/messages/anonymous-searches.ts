import { AppError } from "@jetwire/protocol";
import {
  addressNetwork,
  createKeyedSemaphore,
  createSemaphore,
  DeadlineError,
} from "@jetwire/runtime";

/** Searches at the same time for all anonymous readers: fewer than the connections of a pool. */
const searchesMax = 3;
const searchesPerNetworkMax = 2;
const waitingMax = 32;
const waitMsMax = 1_000;

/**
 * Limits the searches of anonymous readers in this process, so that they never hold all connections
 * to Postgres: readers with an account always have some of their own.
 */
export function createAnonymousSearches() {
  const all = createSemaphore(searchesMax, { waitingMax, what: "a search" });
  const ofNetwork = createKeyedSemaphore(searchesPerNetworkMax);
  return {
    /**
     * Runs a search once a permit is free.
     *
     * @param ip the reader's address
     * @throws AppError `rate_limited` if its network (IPv6: /64) runs two searches already,
     *   `unavailable` if no permit is free within a second
     */
    async run<Result>(ip: string, search: () => Promise<Result>): Promise<Result> {
      using own = ofNetwork.tryAcquire(addressNetwork(ip));
      if (own === null) {
        const message = `An address may run ${searchesPerNetworkMax} searches without an account at a time: wait for one to end`;
        throw new AppError("rate_limited", message);
      }
      using permit = await all.acquire(waitMsMax).catch((error: unknown) => {
        if (!(error instanceof DeadlineError)) throw error;
        const message = "Too many searches without an account are running, try again shortly";
        throw new AppError("unavailable", message, { cause: error });
      });
      return await search();
    },
  };
}
