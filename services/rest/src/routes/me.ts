import { accountEligibility } from "@jetwire/db";
import { endpoints } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";

/** `GET /v1/me`: whose key or session this is and what it allows. */
export function meRoute(ask: Read): Route {
  return route(
    endpoints.readMe,
    async (_asked, { accountId, username, tier, requestsPerMinute }) => {
      const eligibility = await ask((sql) => accountEligibility(sql, accountId));
      return { body: { id: accountId, username, tier, requestsPerMinute, eligibility } };
    },
  );
}
