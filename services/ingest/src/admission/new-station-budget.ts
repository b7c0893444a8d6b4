import { addressNetwork, createBoundedMap } from "@jetwire/runtime";
import type { IngestConfig } from "../config.ts";

/** Limits how many stations are created within an hour, so that no sender uses up what others need. */
export type NewStationBudget = ReturnType<typeof createNewStationBudget>;

/** New stations within an hour that begins with the first one. */
interface Window {
  count: number;
  sinceMs: number;
}

const windowMs = 3_600_000;
const networksMax = 50_000;
/** The share of the budget that is reserved for networks with history. */
const reservedShare = 0.2;
/** How much more a wide network may create than one network in it: it may be one sender's. */
const wideFactor = 4;

/**
 * Creates the budget of this process. The limit of each network shrinks in proportion to what is left
 * in total: many networks of one sender use up a part of the budget, and the next network can still
 * create stations. A fifth of the budget is reserved for networks with history, because the
 * addresses of datagrams can be forged in any number.
 *
 * @param hasHistory whether stations have sent from a network on several days
 */
export function createNewStationBudget(
  config: Pick<IngestConfig, "INGEST_NEW_STATIONS_PER_ADDRESS_MAX" | "INGEST_NEW_STATIONS_MAX">,
  hasHistory: (network: string) => boolean,
) {
  const totalMax = config.INGEST_NEW_STATIONS_MAX;
  const perNetworkMax = config.INGEST_NEW_STATIONS_PER_ADDRESS_MAX;
  const openMax = totalMax - Math.floor(totalMax * reservedShare);
  const networks = createBoundedMap<string, Window>({ entriesMax: networksMax });
  const total: Window = { count: 0, sinceMs: 0 };

  function windowOf(name: string, nowMs: number): Window {
    const window = networks.get(name) ?? { count: 0, sinceMs: nowMs };
    networks.set(name, window);
    return current(window, nowMs);
  }

  return {
    /** Takes a new station of an address; returns false if the share of its network is used up. */
    consume(address: string, nowMs: number): boolean {
      const network = addressNetwork(address);
      current(total, nowMs);
      const max = hasHistory(network) ? totalMax : openMax;
      const left = max - total.count;
      const share = (perNetworkMax * left) / max;
      const own = windowOf(network, nowMs);
      const wide = windowOf(wideNetwork(network), nowMs);
      if (left <= 0 || own.count >= share || wide.count >= share * wideFactor) return false;
      for (const window of [own, wide, total]) window.count++;
      return true;
    },
  };
}

/** Begins a new hour if the last one has ended. */
function current(window: Window, nowMs: number): Window {
  if (nowMs - window.sinceMs > windowMs) Object.assign(window, { count: 0, sinceMs: nowMs });
  return window;
}

/** Returns the network that a provider gives one customer at most: an IPv6 /48 or an IPv4 /24. */
function wideNetwork(network: string): string {
  const separator = network.includes(":") ? ":" : ".";
  return `wide ${network.split(separator).slice(0, 3).join(separator)}`;
}
