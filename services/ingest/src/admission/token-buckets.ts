import { LRUCache } from "lru-cache";

/** A bucket that fills at `perSecond` up to `burst`, one for each key. */
export interface TokenBuckets {
  /** Takes one from the key's bucket; false when it is empty. */
  take(key: string, nowMs: number): boolean;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

/**
 * Token buckets in this process' memory; the least used keys are forgotten (their buckets are full
 * again), so that a flood of keys costs no more than `keysMax` of them.
 */
export function createTokenBuckets(limits: {
  perSecond: number;
  burst: number;
  keysMax: number;
}): TokenBuckets {
  const buckets = new LRUCache<string, Bucket>({ max: limits.keysMax });
  return {
    take(key, nowMs) {
      const bucket = buckets.get(key);
      if (bucket === undefined) {
        buckets.set(key, { tokens: limits.burst - 1, atMs: nowMs });
        return limits.burst >= 1;
      }
      const filled = Math.max(0, nowMs - bucket.atMs) * (limits.perSecond / 1_000);
      bucket.tokens = Math.min(limits.burst, bucket.tokens + filled);
      bucket.atMs = nowMs;
      if (bucket.tokens < 1) return false;
      bucket.tokens--;
      return true;
    },
  };
}
