import { endpoints } from "@jetwire/protocol";
import type { RequestLimits } from "../admission/request-limits.ts";
import { type Route, route } from "../route.ts";

/** As the public contract sets them; gateways hold to them. */
const realtime = { subscribesPerMinute: 10, chatMessagesPerMinute: 30 } as const;

/** `GET /v1/limits`: what may be asked, and how much of it is left, this request counted. */
export function limitsRoute(limits: RequestLimits, windowSeconds: number): Route {
  return route(endpoints.readLimits, async (_asked, principal) => {
    const { limit, remaining, resetSeconds } = await limits.read(principal);
    const requests = { limit, remaining, reset: resetSeconds, windowSeconds };
    return { body: { tier: principal.tier, requests, realtime } };
  });
}
