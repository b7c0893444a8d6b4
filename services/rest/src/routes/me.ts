import { endpoints } from "@jetwire/protocol";
import { type Route, route } from "../route.ts";

/** `GET /v1/me`: whose key this is and what it allows. */
export function meRoute(): Route {
  return route(
    endpoints.readMe,
    async (_asked, { accountId, username, tier, requestsPerMinute }) => ({
      body: { id: accountId, username, tier, requestsPerMinute },
    }),
  );
}
