import { setTimeout as delay } from "node:timers/promises";

/** How much of a second's lines may go out at once. */
const burstShare = 1 / 100;

/** Holds a sender to a rate. */
export interface Pace {
  /** How many may go out at once. */
  readonly burst: number;
  /** Waits until `count` more may go. */
  take(count: number): Promise<void>;
}

/** @param rate lines a second; null for as fast as the receiver takes them */
export function createPace(rate: number | null, batchMax: number): Pace {
  if (rate === null) return { burst: batchMax, take: async () => {} };
  const beganMs = performance.now();
  let taken = 0;
  return {
    burst: Math.min(batchMax, Math.max(1, Math.floor(rate * burstShare))),
    async take(count) {
      const waitMs = beganMs + (taken / rate) * 1_000 - performance.now();
      taken += count;
      if (waitMs > 1) await delay(waitMs);
    },
  };
}
