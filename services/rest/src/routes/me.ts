import type { Me } from "@jetwire/protocol";
import { refuseQuery, type Route } from "../route.ts";

/** `GET /v1/me`: whose key this is and what it allows. */
export function meRoute(): Route {
  return {
    path: "/v1/me",
    open: false,
    async answer({ query }, holder) {
      refuseQuery(query);
      const { accountId, username, tier, requestsPerMinute } = holder;
      const body: Me = { id: accountId, username, tier, requestsPerMinute };
      return { body };
    },
  };
}
