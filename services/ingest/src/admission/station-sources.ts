import { addressNetwork, createBoundedMap, hashNetwork } from "@jetwire/runtime";
import * as db from "@jetwire/db";
import type { StationSource } from "@jetwire/db";

/** Counts in which hours networks send under the idents of stations. Addresses are never stored. */
export type SourceCounter = ReturnType<typeof createSourceCounter>;

/** The first message of a network in an hour. */
interface Hour {
  readonly stationId: number;
  readonly network: string;
  readonly atMs: number;
}

const hourMs = 3_600_000;
const stationsMax = 20_000;
const hoursMax = 200_000;
const pendingMax = 50_000;
const sourcesPerWrite = 5_000;
/** Networks of a station and hour that are counted separately, if they have history. */
const networksMax = 64;
const networkOfOthers = "";

/**
 * @param secret the key of the networks' hashes
 * @param hasHistory whether stations have sent from a network on several days; such a network is counted although
 *   an attacker fills the hour with forged addresses
 */
export function createSourceCounter(secret: string, hasHistory: (network: string) => boolean) {
  const networks = createBoundedMap<string, string>({ entriesMax: stationsMax });
  const known = createBoundedMap<string, true>({ entriesMax: hoursMax });
  const windows = createBoundedMap<number, { hour: number; networks: number }>({
    entriesMax: stationsMax,
  });
  let pending: Hour[] = [];

  function networkOf(address: string): string {
    let network = networks.get(address);
    if (network === undefined) networks.set(address, (network = addressNetwork(address)));
    return network;
  }

  function windowOf(stationId: number, hour: number) {
    let window = windows.get(stationId);
    if (window?.hour !== hour) windows.set(stationId, (window = { hour, networks: 0 }));
    return window;
  }

  return {
    /** Counts the hour of an accepted message; only the first message of a network in an hour costs a row. */
    add(stationId: number, address: string, atMs: number): void {
      const hour = Math.floor(atMs / hourMs);
      const named = networkOf(address);
      if (known.has(`${stationId} ${hour} ${named}`) || pending.length >= pendingMax) return;
      const window = windowOf(stationId, hour);
      const max =
        window.networks >= db.stationSources.newNetworksMax && hasHistory(named)
          ? networksMax
          : db.stationSources.newNetworksMax;
      const network = window.networks < max ? named : networkOfOthers;
      const key = `${stationId} ${hour} ${network}`;
      if (known.has(key)) return;
      known.set(key, true);
      window.networks++;
      pending.push({ stationId, network, atMs });
    },
    /** Writes the hours that have not been written. What fails is written with the next call. */
    async flush(write: (sources: readonly StationSource[]) => Promise<void>): Promise<void> {
      const taken = pending;
      pending = [];
      let from = 0;
      try {
        for (; from < taken.length; from += sourcesPerWrite) {
          await write(taken.slice(from, from + sourcesPerWrite).map(toSource));
        }
      } finally {
        pending = [...taken.slice(from), ...pending].slice(0, pendingMax);
      }
    },
  };

  function toSource({ stationId, network, atMs }: Hour): StationSource {
    return {
      stationId,
      network: network === networkOfOthers ? Buffer.alloc(0) : hashNetwork(network, secret),
      at: new Date(atMs).toISOString(),
    };
  }
}
