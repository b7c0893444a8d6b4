import { listNetworksWithHistory, type Sql } from "@jetwire/db";
import { hashNetwork } from "@jetwire/runtime";

/** The networks from which stations have sent on several of the last days. */
export type NetworkHistory = ReturnType<typeof followNetworkHistory>;

/** @param secret the key of the networks' hashes */
export function followNetworkHistory(secret: string) {
  let known: ReadonlySet<string> = new Set();
  return {
    has: (address: string): boolean =>
      known.size > 0 && known.has(hashNetwork(address, secret).toString("hex")),
    async load(sql: Sql): Promise<void> {
      known = new Set(await listNetworksWithHistory(sql));
    },
  };
}
