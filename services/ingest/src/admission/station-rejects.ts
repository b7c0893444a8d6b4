import type { NetworkRejectToAdd, StationRejectToAdd } from "@jetwire/db";
import { withoutStationKeys } from "@jetwire/protocol";
import { addressNetwork, createBoundedMap, hashNetwork } from "@jetwire/runtime";

/** An object that was refused. */
export interface RefusedObject {
  /** The ident that it names; null for none. */
  readonly ident: string | null;
  readonly reason: string;
  /** Names the fault; it must contain nothing of the object's text. Empty for limits. */
  readonly detail: string;
  /** The address of its sender. */
  readonly address: string;
  /** How many objects this one stands for. Default: 1. */
  readonly count?: number;
}

/** Writes counts of rejects. */
export interface RejectTarget {
  stations(rejects: readonly StationRejectToAdd[]): Promise<void>;
  networks(rejects: readonly NetworkRejectToAdd[]): Promise<void>;
}

/** Counts what was refused of each station, for its owner, and of each network, for its people. */
export type RejectCounter = ReturnType<typeof createRejectCounter>;

/** A flood of idents must not fill the memory; idents without a station are not stored anyway. */
const entriesMax = 10_000;
const detailCharsMax = 200;
/** Floods of forged addresses or idents must fill neither the memory nor the table. */
const networksPerHourMax = 5_000;
const namesPerHourMax = 10_000;
const identsPerNetworkMax = 16;
const namesPerNetworkMax = 32;
const rowsPerWrite = 5_000;
const hourMs = 3_600_000;

/** Addresses whose networks are known, so that a flood does not read them again and again. */
const addressesMax = 20_000;

interface Counted {
  readonly ident: string;
  readonly reason: string;
  count: number;
  lastAtMs: number;
  /** The whole detail: it is shortened when it is written. */
  detail: string;
}

/** @param secret the key of the networks' hashes */
export function createRejectCounter(secret: string, now: () => number = Date.now) {
  const networkOf = createBoundedMap<string, string>({ entriesMax: addressesMax });
  let stations = new Map<string, Counted>();
  let networks = new Map<string, Map<string, Counted>>();
  const names = createHourlyNames();

  /** Counts for a network; what names too many idents is counted without them. */
  function addToNetwork(address: string, refused: Counted): void {
    let network = networkOf.get(address);
    if (network === undefined) networkOf.set(address, (network = addressNetwork(address)));
    const anonymous = { ...refused, ident: "" };
    const counted = [refused, anonymous].find((one) => names.admit(network, one));
    if (counted === undefined) return;
    let counts = networks.get(network);
    if (counts === undefined) networks.set(network, (counts = new Map()));
    addTo(counts, counted, namesPerNetworkMax);
  }

  return {
    add({ ident, reason, detail, address, count = 1 }: RefusedObject): void {
      const nowMs = now();
      const one = { ident: ident ?? "", reason, count, detail, lastAtMs: nowMs };
      if (ident !== null) addTo(stations, one, entriesMax);
      addToNetwork(address, one);
    },
    /** Writes the counts since the last call. If that fails they are lost. */
    async flush(target: RejectTarget): Promise<void> {
      const ofStations = [...stations.values()].map(written);
      const ofNetworks = [...networks].flatMap(([name, counts]) => {
        const network = hashNetwork(name, secret);
        return [...counts.values()].map((counted) => ({ network, ...written(counted) }));
      });
      stations = new Map();
      networks = new Map();
      if (ofStations.length > 0) await target.stations(ofStations);
      for (let from = 0; from < ofNetworks.length; from += rowsPerWrite) {
        await target.networks(ofNetworks.slice(from, from + rowsPerWrite));
      }
    },
  };
}

/** Limits the rows that an hour adds to the table: each is named by a network, an ident and a reason. */
function createHourlyNames() {
  let admitted = new Map<string, Set<string>>();
  let size = 0;
  let untilMs = 0;

  return {
    /** Whether it may be counted for the network; false if there are too many others in this hour. */
    admit(network: string, refused: Counted): boolean {
      if (refused.lastAtMs >= untilMs) {
        admitted = new Map();
        size = 0;
        untilMs = refused.lastAtMs + hourMs;
      }
      const known = admitted.get(network);
      const name = nameOf(refused);
      if (known?.has(name) === true) return true;
      const most = refused.ident === "" ? namesPerNetworkMax : identsPerNetworkMax;
      if (size >= namesPerHourMax || (known?.size ?? 0) >= most) return false;
      if (known !== undefined) known.add(name);
      else if (admitted.size < networksPerHourMax) admitted.set(network, new Set([name]));
      else return false;
      size++;
      return true;
    },
  };
}

function nameOf({ reason, ident }: Counted): string {
  return `${reason} ${ident}`;
}

function addTo(counts: Map<string, Counted>, refused: Counted, sizeMax: number): void {
  const name = nameOf(refused);
  const known = counts.get(name);
  if (known !== undefined) {
    known.count += refused.count;
    known.lastAtMs = refused.lastAtMs;
    known.detail = refused.detail;
  } else if (counts.size < sizeMax) {
    counts.set(name, { ...refused });
  }
}

function written({ ident, reason, count, lastAtMs, detail }: Counted): StationRejectToAdd {
  return {
    ident,
    reason,
    count,
    lastAt: new Date(lastAtMs).toISOString(),
    detail: withoutStationKeys(detail).slice(0, detailCharsMax).toWellFormed(),
  };
}
