import { AppError } from "@jetwire/protocol";
import type { FixedWindowLimiter, Limiters, LimitResult } from "@jetwire/redis";
import type { Principal } from "./principal.ts";

/** The requests that a principal has left in this window. */
interface RequestQuota {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number;
}

export type RequestLimits = ReturnType<typeof createRequestLimits>;

/**
 * Limits requests per account, over all its keys and sessions, and per address for anonymous viewers.
 *
 * @param replicas REST processes that share the limits while Redis is unavailable
 */
export function createRequestLimits(limiters: Limiters, windowSeconds: number, replicas: number) {
  const accounts = limiters.fixedWindow({ name: "rest", windowSeconds, replicas });
  const addresses = limiters.fixedWindow({ name: "rest-anonymous", windowSeconds, replicas });

  function limiterOf(principal: Principal): [FixedWindowLimiter, key: string, limit: number] {
    // Tiers are per minute; a window of another length gets its share.
    const limit = Math.max(1, Math.floor((principal.requestsPerMinute * windowSeconds) / 60));
    return principal.by === "anonymous"
      ? [addresses, principal.address, limit]
      : [accounts, principal.accountId, limit];
  }

  return {
    /**
     * Counts a request.
     *
     * @param setHeader receives the headers that tell the client its quota, also before a refusal
     * @throws AppError `rate_limited`
     */
    async take(
      principal: Principal,
      setHeader: (name: string, value: string) => void,
    ): Promise<void> {
      const [limiter, key, limit] = limiterOf(principal);
      const result = await limiter.consume(key, limit);
      const { remaining, resetSeconds } = quotaOf(result, limit);
      const name = principal.by === "anonymous" ? "address" : "account";
      setHeader("RateLimit-Policy", `"${name}";q=${limit};w=${windowSeconds}`);
      setHeader("RateLimit", `"${name}";r=${remaining};t=${resetSeconds}`);
      setHeader("X-RateLimit-Limit", String(limit));
      setHeader("X-RateLimit-Remaining", String(remaining));
      setHeader("X-RateLimit-Reset", String(resetSeconds));
      if (result.allowed) return;
      setHeader("Retry-After", String(resetSeconds));
      throw new AppError("rate_limited", `Too many requests, try again in ${resetSeconds} s`);
    },
    async read(principal: Principal): Promise<RequestQuota> {
      const [limiter, key, limit] = limiterOf(principal);
      return quotaOf(await limiter.read(key, limit), limit);
    },
  };
}

function quotaOf({ remaining, resetMs }: LimitResult, limit: number): RequestQuota {
  return { limit, remaining, resetSeconds: Math.max(1, Math.ceil(resetMs / 1_000)) };
}
