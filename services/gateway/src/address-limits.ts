import type { HeldCounts, Limiter } from "@jetwire/redis";
import { LRUCache } from "lru-cache";

/** What addresses may do over all replicas, so that neither reconnecting nor another replica helps. */
export interface AddressLimits {
  /** Counts an attempt to connect and, where that is allowed, takes a place for the connection. */
  enter(address: string): Promise<Entry>;
  /** Counts a credential that did not hold. */
  noteFailure(address: string): void;
}

export type Entry =
  | { readonly allowed: true; leave(): void }
  | { readonly allowed: false; readonly reason: AddressRefusal };

export type AddressRefusal = "attempt-limit" | "failure-limit" | "address-limit";

export interface AddressRules {
  readonly connectionsMax: number;
  readonly attemptsPerMinuteMax: number;
  /** Of those, within ten seconds. */
  readonly attemptsBurstMax: number;
  readonly failuresPerMinuteMax: number;
  /** Addresses that no limit holds for, as `limitedAddress` writes them. */
  readonly exempt: ReadonlySet<string>;
}

export interface AddressCounts {
  readonly attempts: Limiter;
  readonly burst: Limiter;
  readonly failures: Limiter;
  readonly held: HeldCounts;
}

const refusedAddressesMax = 10_000;
/** How long a refusal stands without being asked about again: a flood must not reach Redis. */
const refusedMsMax = 1_000;

export function createAddressLimits(counts: AddressCounts, rules: AddressRules): AddressLimits {
  const refused = new LRUCache<string, AddressRefusal>({
    max: refusedAddressesMax,
    ttl: refusedMsMax,
  });

  /** Asked all at once: with Redis frozen, each question waits for its time-out. */
  async function ask(address: string): Promise<Entry> {
    const place = `address:${address}`;
    const [attempt, burst, failed, placed] = await Promise.all([
      counts.attempts.consume(address, rules.attemptsPerMinuteMax),
      counts.burst.consume(address, rules.attemptsBurstMax),
      counts.failures.isSpent(address, rules.failuresPerMinuteMax),
      counts.held.take(place, rules.connectionsMax),
    ]);
    const leave = () => counts.held.giveBack(place);
    const withinRate = attempt.allowed && burst.allowed;
    if (withinRate && !failed && placed) return { allowed: true, leave };
    if (placed) leave();
    if (!withinRate) return { allowed: false, reason: "attempt-limit" };
    return { allowed: false, reason: failed ? "failure-limit" : "address-limit" };
  }

  return {
    async enter(address) {
      if (rules.exempt.has(address)) return { allowed: true, leave: () => {} };
      const known = refused.get(address);
      if (known !== undefined) return { allowed: false, reason: known };
      const entry = await ask(address);
      if (!entry.allowed && entry.reason !== "address-limit") refused.set(address, entry.reason);
      return entry;
    },
    noteFailure(address) {
      if (rules.exempt.has(address)) return;
      // Without Redis this process counts alone; a count that fails otherwise costs nobody anything.
      counts.failures.consume(address, rules.failuresPerMinuteMax).catch(() => {});
    },
  };
}
