import { AppError } from "@jetwire/protocol";
import type { FixedWindowLimiter, Limiters, LimitResult } from "@jetwire/redis";
import { addressNetwork } from "@jetwire/runtime";
import type { RestConfig } from "../config.ts";
import type { Principal } from "./principal.ts";

/** The requests that a principal has left in this window. */
interface RequestQuota {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number;
}

type SetHeader = (name: string, value: string) => void;

export type RequestLimits = ReturnType<typeof createRequestLimits>;

/**
 * Limits requests per account, over all its keys and the sessions that they opened, per account on the
 * web page, and per address for anonymous viewers. The page counts by itself: it sends several requests
 * for each view, and must not use up the limit of its user's programs.
 */
export function createRequestLimits(
  limiters: Limiters,
  config: Pick<
    RestConfig,
    "REST_WINDOW_SECONDS" | "REST_REPLICAS" | "REST_PAGE_PER_MINUTE" | "REST_OPEN_PER_MINUTE"
  >,
) {
  const { REST_WINDOW_SECONDS: windowSeconds, REST_REPLICAS: replicas } = config;
  const accounts = limiters.fixedWindow({ name: "rest", windowSeconds, replicas });
  const pages = limiters.fixedWindow({ name: "rest-page", windowSeconds, replicas });
  const addresses = limiters.fixedWindow({ name: "rest-anonymous", windowSeconds, replicas });
  const open = limiters.fixedWindow({ name: "rest-open", windowSeconds, replicas });

  function limiterOf(principal: Principal): [FixedWindowLimiter, key: string, limit: number] {
    const isPage = principal.by === "session" && principal.signedInAtMs !== null;
    const perMinute = isPage
      ? Math.max(principal.requestsPerMinute, config.REST_PAGE_PER_MINUTE)
      : principal.requestsPerMinute;
    const limit = limitOf(perMinute);
    if (isPage) return [pages, principal.accountId, limit];
    return principal.by === "anonymous"
      ? [addresses, principal.address, limit]
      : [accounts, principal.accountId, limit];
  }

  /** Tiers are per minute; a window of another length gets its share. */
  function limitOf(perMinute: number): number {
    return Math.max(1, Math.floor((perMinute * windowSeconds) / 60));
  }

  async function consumeFrom(
    [limiter, key, limit]: [FixedWindowLimiter, key: string, limit: number],
    name: "address" | "account",
    setHeader: SetHeader,
  ): Promise<void> {
    const result = await limiter.consume(key, limit);
    const { remaining, resetSeconds } = quotaOf(result, limit);
    setHeader("RateLimit-Policy", `"${name}";q=${limit};w=${windowSeconds}`);
    setHeader("RateLimit", `"${name}";r=${remaining};t=${resetSeconds}`);
    setHeader("X-RateLimit-Limit", String(limit));
    setHeader("X-RateLimit-Remaining", String(remaining));
    setHeader("X-RateLimit-Reset", String(resetSeconds));
    if (result.allowed) return;
    setHeader("Retry-After", String(resetSeconds));
    throw new AppError("rate_limited", `Too many requests, try again in ${resetSeconds} s`);
  }

  return {
    /**
     * Counts a request.
     *
     * @param setHeader receives the headers that tell the client its quota, also before a refusal
     * @throws AppError `rate_limited`
     */
    async consume(principal: Principal, setHeader: SetHeader): Promise<void> {
      const name = principal.by === "anonymous" ? "address" : "account";
      await consumeFrom(limiterOf(principal), name, setHeader);
    },
    /**
     * Counts a request without a credential, of a program that cannot send one.
     *
     * @throws AppError `rate_limited`
     */
    async consumeOpen(address: string, setHeader: SetHeader): Promise<void> {
      const limit = limitOf(config.REST_OPEN_PER_MINUTE);
      await consumeFrom([open, addressNetwork(address), limit], "address", setHeader);
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
