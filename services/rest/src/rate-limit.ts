import type { KeyHolder } from "@jetwire/auth";
import { AppError } from "@jetwire/protocol";
import type { Limiter } from "@jetwire/redis";

export const windowSeconds = 60;

/**
 * Counts a request against its account, however many keys that has.
 *
 * @param setHeader tells the client where it stands, refused or not
 * @throws AppError `rate_limited`
 */
export async function limitRequests(
  limiter: Limiter,
  holder: KeyHolder,
  setHeader: (name: string, value: string) => void,
): Promise<void> {
  const limit = holder.requestsPerMinute;
  const { allowed, remaining, resetMs } = await limiter.consume(holder.accountId, limit);
  const reset = Math.max(1, Math.ceil(resetMs / 1_000));
  setHeader("RateLimit-Policy", `"account";q=${limit};w=${windowSeconds}`);
  setHeader("RateLimit", `"account";r=${remaining};t=${reset}`);
  setHeader("X-RateLimit-Limit", String(limit));
  setHeader("X-RateLimit-Remaining", String(remaining));
  setHeader("X-RateLimit-Reset", String(reset));
  if (allowed) return;
  setHeader("Retry-After", String(reset));
  throw new AppError("rate_limited", `Over ${limit} requests a minute, try again in ${reset} s`);
}
