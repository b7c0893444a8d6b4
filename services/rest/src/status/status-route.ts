import { endpoints } from "@jetwire/protocol";
import type { CachedValue } from "@jetwire/runtime";
import { type Route, route } from "../route.ts";
import type { ServiceState } from "./service-state.ts";

/** `GET /v1/status`: whether the service works, and the URL of the realtime interface. */
export function statusRoute(
  realtime: string | null,
  state: Pick<CachedValue<ServiceState>, "get">,
): Route {
  return route(endpoints.readStatus, async () => {
    const { postgres, redis, lag, journalBytes, clockSkew, canary, degraded } = await state.get();
    const measured = {
      postgres,
      redis,
      lag,
      journalBytes,
      clockSkew,
      canary,
      degraded: [...degraded],
    };
    return { body: { time: new Date().toISOString(), realtime, ...measured } };
  });
}
