import { listNetworksWithHistory, type Sql } from "@jetwire/db";
import { hashNetwork } from "@jetwire/runtime";

/** The networks from which stations have sent on several of the last days. */
export interface NetworkHistory {
  has(address: string): boolean;
  load(sql: Sql): Promise<void>;
}

/** @param secret the key of the networks' hashes */
export function followNetworkHistory(secret: string): NetworkHistory {
  let known: ReadonlySet<string> = new Set();
  return {
    has: (address) => known.size > 0 && known.has(hashNetwork(address, secret).toString("hex")),
    async load(sql) {
      known = new Set(await listNetworksWithHistory(sql));
    },
  };
}
