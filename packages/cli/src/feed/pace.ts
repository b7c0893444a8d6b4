import { setTimeout as delay } from "node:timers/promises";

/** Share of a second's lines that may be sent at once. */
const burstShare = 1 / 100;

/** Limits the rate of a sender. */
export interface SendPace {
  /** Lines that may be sent at once. */
  readonly burst: number;
  /** Waits until `count` more lines may be sent. */
  consume(count: number): Promise<void>;
}

/** @param rate lines per second; null for as fast as the receiver reads */
export function createFeedPace(rate: number | null, batchMax: number): SendPace {
  if (rate === null) return { burst: batchMax, consume: async () => {} };
  const beganMs = performance.now();
  let taken = 0;
  return {
    burst: Math.min(batchMax, Math.max(1, Math.floor(rate * burstShare))),
    async consume(count) {
      const waitMs = beganMs + (taken / rate) * 1_000 - performance.now();
      taken += count;
      if (waitMs > 1) await delay(waitMs);
    },
  };
}
