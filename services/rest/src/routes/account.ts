import { accountEligibility } from "@jetwire/db";
import { endpoints } from "@jetwire/protocol";
import type { RequestLimits } from "../admission/request-limits.ts";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";

/** Limits of the gateways, as the public contract sets them. */
const realtime = { subscribesPerMinute: 10, chatMessagesPerMinute: 30 } as const;

/**
 * `GET /v1/me` and `GET /v1/limits`: the account of a credential, and what it may request.
 *
 * @param read reads the primary
 */
export function accountRoutes(read: Read, limits: RequestLimits, windowSeconds: number): Route[] {
  return [
    route(endpoints.readMe, async (_request, principal) => {
      const { accountId, username, tier, requestsPerMinute } = principal;
      const eligibility = await read((sql) => accountEligibility(sql, accountId));
      return { body: { id: accountId, username, tier, requestsPerMinute, eligibility } };
    }),
    route(endpoints.readLimits, async (_request, principal) => {
      const { limit, remaining, resetSeconds } = await limits.read(principal);
      const requests = { limit, remaining, reset: resetSeconds, windowSeconds };
      return { body: { tier: principal.tier, requests, realtime } };
    }),
  ];
}
