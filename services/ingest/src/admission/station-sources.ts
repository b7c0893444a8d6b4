import { addressNetwork, createBoundedMap, hashNetwork } from "@jetwire/runtime";
import { sourceNetworksMax, type StationSource } from "@jetwire/db";

/** Counts from which networks the messages of each station come. Addresses are never stored. */
export interface SourceCounter {
  /** Counts an accepted message. */
  add(stationId: number, address: string): void;
  /** Writes the counts since the last call. If that fails they are lost: they only decide claims. */
  flush(write: (sources: readonly StationSource[]) => Promise<void>): Promise<void>;
}

const stationsMax = 20_000;
const sourcesPerWrite = 5_000;
const networkOfOthers = "";

/** @param secret the key of the networks' hashes */
export function createSourceCounter(secret: string): SourceCounter {
  let byStation = new Map<number, Map<string, number>>();
  const networks = createBoundedMap<string, string>({ entriesMax: stationsMax });

  function networkOf(address: string): string {
    let network = networks.get(address);
    if (network === undefined) networks.set(address, (network = addressNetwork(address)));
    return network;
  }

  return {
    add(stationId, address) {
      let counts = byStation.get(stationId);
      if (counts === undefined) {
        if (byStation.size >= stationsMax) return;
        byStation.set(stationId, (counts = new Map()));
      }
      const network = networkOf(address);
      const isKept = counts.has(network) || counts.size < sourceNetworksMax;
      const name = isKept ? network : networkOfOthers;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    async flush(write) {
      const taken = byStation;
      byStation = new Map();
      const sources = [...taken].flatMap(([stationId, counts]) =>
        [...counts].map(([network, messages]) => ({
          stationId,
          network: network === networkOfOthers ? Buffer.alloc(0) : hashNetwork(network, secret),
          messages,
        })),
      );
      for (let from = 0; from < sources.length; from += sourcesPerWrite) {
        await write(sources.slice(from, from + sourcesPerWrite));
      }
    },
  };
}
