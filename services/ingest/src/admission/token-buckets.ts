import { createBoundedMap } from "@jetwire/runtime";

/** Limits a rate for each key: a bucket of tokens fills at `perSecond` up to `burst`. */
export interface TokenBuckets {
  /** Takes a token from the key's bucket; returns false if it is empty. */
  take(key: string, nowMs: number): boolean;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

/**
 * Creates token buckets in the memory of this process. The least recently used keys are forgotten,
 * which fills their buckets, so that a flood of keys uses memory for at most `keysMax`.
 */
export function createTokenBuckets(limits: {
  readonly perSecond: number;
  readonly burst: number;
  readonly keysMax: number;
}): TokenBuckets {
  const buckets = createBoundedMap<string, Bucket>({ entriesMax: limits.keysMax });
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
