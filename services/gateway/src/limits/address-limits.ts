import type { FailureLimiter, HeldCounts, SlidingLimiter, Try } from "@jetwire/redis";
import { pause } from "@jetwire/runtime";
import { LRUCache } from "lru-cache";

/** What addresses may do over all replicas, so that neither reconnecting nor another replica helps. */
export interface AddressLimits {
  /** Counts an attempt to connect and, where that is allowed, takes a place for the connection. */
  enter(address: string): Promise<Entry>;
  /**
   * Begins to look at a credential: counted as one that doesn't hold until it does. Null when the
   * address has shown too many of those; while that many are being looked at, it waits its turn.
   */
  tryCredential(address: string): Promise<Try | null>;
}

export type Entry =
  | { readonly allowed: true; leave(): void }
  | { readonly allowed: false; readonly reason: AddressRefusal; readonly waitMs: number };

export type AddressRefusal = "attempt-limit" | "failure-limit" | "address-limit";

export interface AddressRules {
  readonly connectionsMax: number;
  /** Addresses that no limit holds for, as `limitedAddress` writes them. */
  readonly exempt: ReadonlySet<string>;
}

export interface AddressCounts {
  readonly attempts: SlidingLimiter;
  readonly failures: FailureLimiter;
  readonly held: HeldCounts;
}

const refusedAddressesMax = 10_000;
/** How long a refusal stands without being asked about again: a flood must not reach Redis. */
const refusedMsMax = 1_000;
/** When a place may be free again; nobody knows. */
const placeMs = 5_000;
const turnMsMax = 1_000;
const turnEveryMs = 50;
const unlimited = { succeeded: () => {}, failed: () => {} } satisfies Try;

interface Refusal {
  readonly reason: AddressRefusal;
  readonly untilMs: number;
}

/** @param now monotonic, ms */
export function createAddressLimits(
  { attempts, failures, held }: AddressCounts,
  { connectionsMax, exempt }: AddressRules,
  now: () => number,
): AddressLimits {
  const refused = new LRUCache<string, Refusal>({ max: refusedAddressesMax, ttl: refusedMsMax });

  /** Asked all at once: with Redis frozen, each question waits for its time-out. */
  async function ask(address: string): Promise<Entry> {
    const place = `address:${address}`;
    const [attempt, failedMs, placed] = await Promise.all([
      attempts.take(address),
      failures.refusedMs(address),
      held.take(place, connectionsMax),
    ]);
    const leave = () => held.giveBack(place);
    if (attempt.allowed && failedMs === 0 && placed) return { allowed: true, leave };
    if (placed) leave();
    if (!attempt.allowed) {
      return { allowed: false, reason: "attempt-limit", waitMs: attempt.waitMs };
    }
    if (failedMs > 0) return { allowed: false, reason: "failure-limit", waitMs: failedMs };
    return { allowed: false, reason: "address-limit", waitMs: placeMs };
  }

  return {
    async enter(address) {
      if (exempt.has(address)) return { allowed: true, leave: () => {} };
      const known = refused.get(address);
      const leftMs = known === undefined ? 0 : known.untilMs - now();
      if (known && leftMs > 0) return { allowed: false, reason: known.reason, waitMs: leftMs };
      const entry = await ask(address);
      if (!entry.allowed && entry.reason !== "address-limit") {
        refused.set(address, { reason: entry.reason, untilMs: now() + entry.waitMs });
      }
      return entry;
    },
    async tryCredential(address) {
      if (exempt.has(address)) return unlimited;
      const endMs = now() + turnMsMax;
      for (;;) {
        const begun = await failures.begin(address);
        if (begun !== null || now() >= endMs) return begun;
        await pause(turnEveryMs);
      }
    },
  };
}
