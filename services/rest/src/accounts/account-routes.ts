import * as db from "@jetwire/db";
import { endpoints } from "@jetwire/protocol";
import { accountConnections, type Stores } from "@jetwire/redis";
import type { RequestLimits } from "../admission/request-limits.ts";
import type { Read } from "../database-reader.ts";
import type { Principal } from "../admission/principal.ts";
import type { RestConfig } from "../config.ts";
import { type Route, route } from "../route.ts";

/** Limits of the gateways, as the public contract sets them. */
const realtime = { subscribesPerMinute: 10, chatMessagesPerMinute: 30 } as const;

/**
 * `GET /v1/me` and `GET /v1/limits`: the account of a credential, and what it may request.
 *
 * @param read reads the primary
 */
export function accountRoutes(
  read: Read,
  limits: RequestLimits,
  { requestCounts, quotas }: Pick<Stores, "requestCounts" | "quotas">,
  config: Pick<RestConfig, "GATEWAY_CONNECTIONS_PER_ACCOUNT_MAX" | "REST_WINDOW_SECONDS">,
): Route[] {
  const { GATEWAY_CONNECTIONS_PER_ACCOUNT_MAX: connectionsMax } = config;
  const { REST_WINDOW_SECONDS: windowSeconds } = config;

  async function readHours({ accountId }: Principal) {
    if (accountId === null) return null;
    const hours = await requestCounts.read(accountId, Date.now());
    if (hours === null) return null;
    return hours.map(({ fromMs, requests }) => ({
      from: new Date(fromMs).toISOString(),
      requests,
    }));
  }

  async function readConnections({ accountId }: Principal) {
    if (accountId === null) return null;
    const open = await quotas.totalOrNull(accountConnections(accountId));
    return open === null ? null : { open, limit: connectionsMax };
  }

  return [
    route(endpoints.readMe, async (_request, principal) => {
      const { accountId, username, tier, requestsPerMinute } = principal;
      const eligibility = await read((sql) => db.eligibility.readForAccount(sql, accountId));
      return { body: { id: accountId, username, tier, requestsPerMinute, eligibility } };
    }),
    route(endpoints.readLimits, async (_request, principal) => {
      const { limit, remaining, resetSeconds } = await limits.read(principal);
      const [byHour, connections] = await Promise.all([
        readHours(principal),
        readConnections(principal),
      ]);
      const requests = { limit, remaining, reset: resetSeconds, windowSeconds, byHour };
      return {
        body: { tier: principal.tier, requests, realtime: { ...realtime, connections } },
      };
    }),
  ];
}
