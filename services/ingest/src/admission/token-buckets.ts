import { createBoundedMap } from "@jetwire/runtime";

interface Bucket {
  tokens: number;
  atMs: number;
}

/**
 * Limits a rate for each key: a bucket of tokens fills at `perSecond` up to `burst`.
 *
 * Creates token buckets in the memory of this process. The least recently used keys are forgotten,
 * which fills their buckets, so that a flood of keys uses memory for at most `keysMax`.
 */
export function createTokenBuckets(limits: {
  readonly perSecond: number;
  readonly burst: number;
  readonly keysMax: number;
}) {
  const buckets = createBoundedMap<string, Bucket>({ entriesMax: limits.keysMax });

  /** Returns the key's bucket, filled up to now. */
  function filled(key: string, nowMs: number): Bucket {
    const bucket = buckets.get(key);
    if (bucket === undefined) {
      const full = { tokens: limits.burst, atMs: nowMs };
      buckets.set(key, full);
      return full;
    }
    const added = Math.max(0, nowMs - bucket.atMs) * (limits.perSecond / 1_000);
    bucket.tokens = Math.min(limits.burst, bucket.tokens + added);
    bucket.atMs = nowMs;
    return bucket;
  }

  return {
    /** Takes a token from the key's bucket; returns false if it is empty. */
    consume(key: string, nowMs: number): boolean {
      const bucket = filled(key, nowMs);
      if (bucket.tokens < 1) return false;
      bucket.tokens--;
      return true;
    },
    /** Returns whether the key's bucket has a token. */
    has: (key: string, nowMs: number): boolean => filled(key, nowMs).tokens >= 1,
    /** Takes tokens that were already used. The bucket may owe as many tokens as it can contain. */
    charge(key: string, tokens: number, nowMs: number): void {
      const bucket = filled(key, nowMs);
      bucket.tokens = Math.max(-limits.burst, bucket.tokens - tokens);
    },
  };
}
