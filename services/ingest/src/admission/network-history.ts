import * as db from "@jetwire/db";
import type { RunQueries } from "@jetwire/db";
import { every, hashNetwork, type Logger } from "@jetwire/runtime";

const reloadMs = 600_000;

/**
 * The networks from which stations have sent on several of the last days.
 *
 * @param secret the key of the networks' hashes
 */
export function followNetworkHistory(secret: string) {
  let known: ReadonlySet<string> = new Set();
  return {
    has: (address: string): boolean =>
      known.size > 0 && known.has(hashNetwork(address, secret).toString("hex")),
    /** Reads them every ten minutes until the signal aborts. */
    run(query: RunQueries, signal: AbortSignal, log: Logger): Promise<void> {
      const load = async () => {
        known = new Set(await query(db.stationSources.listNetworksWithHistory));
      };
      return every(reloadMs, load, { signal, log, task: "load the history of networks" });
    },
  };
}
