import { AppError } from "@jetwire/protocol";
import type { Limiter, LimitOutcome } from "@jetwire/redis";
import type { Principal } from "./principal.ts";

/** Where a holder stands with the requests of this window. */
export interface RequestQuota {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number;
}

/** Counts requests against their holder: an account, however many keys and sessions it has, or an address. */
export interface RequestLimits {
  /**
   * Takes one.
   *
   * @returns the headers that tell the client where it stands, refused or not
   */
  take(principal: Principal): Promise<{ allowed: boolean; headers: Record<string, string> }>;
  read(principal: Principal): Promise<RequestQuota>;
}

/** Both limiters count in windows of so many seconds. */
export function createRequestLimits(
  accounts: Limiter,
  addresses: Limiter,
  windowSeconds: number,
): RequestLimits {
  /** What a window of another length allows. */
  function pointsOf({ requestsPerMinute }: Principal): number {
    return Math.max(1, Math.floor((requestsPerMinute * windowSeconds) / 60));
  }

  function countedAt(principal: Principal): { limiter: Limiter; key: string } {
    return principal.by === "anonymous"
      ? { limiter: addresses, key: principal.address }
      : { limiter: accounts, key: principal.accountId };
  }

  return {
    async take(principal) {
      const { limiter, key } = countedAt(principal);
      const limit = pointsOf(principal);
      const outcome = await limiter.consume(key, limit);
      const { remaining, resetSeconds } = quotaOf(outcome, limit);
      const name = principal.by === "anonymous" ? "address" : "account";
      const headers: Record<string, string> = {
        "RateLimit-Policy": `"${name}";q=${limit};w=${windowSeconds}`,
        RateLimit: `"${name}";r=${remaining};t=${resetSeconds}`,
        "X-RateLimit-Limit": String(limit),
        "X-RateLimit-Remaining": String(remaining),
        "X-RateLimit-Reset": String(resetSeconds),
      };
      if (!outcome.allowed) headers["Retry-After"] = String(resetSeconds);
      return { allowed: outcome.allowed, headers };
    },
    async read(principal) {
      const { limiter, key } = countedAt(principal);
      const limit = pointsOf(principal);
      return quotaOf(await limiter.read(key, limit), limit);
    },
  };
}

/**
 * Counts a request.
 *
 * @param setHeader tells the client where it stands, refused or not
 * @throws AppError `rate_limited`
 */
export async function limitRequest(
  limits: RequestLimits,
  principal: Principal,
  setHeader: (name: string, value: string) => void,
): Promise<void> {
  const { allowed, headers } = await limits.take(principal);
  for (const [name, value] of Object.entries(headers)) setHeader(name, value);
  if (allowed) return;
  const seconds = headers["Retry-After"] ?? "";
  throw new AppError("rate_limited", `Too many requests, try again in ${seconds} s`);
}

function quotaOf({ remaining, resetMs }: LimitOutcome, limit: number): RequestQuota {
  return { limit, remaining, resetSeconds: Math.max(1, Math.ceil(resetMs / 1_000)) };
}
