import type { HealthFacts } from "@jetwire/health";
import { endpoints } from "@jetwire/protocol";
import type { CachedValue } from "@jetwire/runtime";
import { type Route, route } from "../route.ts";
import { serviceStatusOf } from "./service-state.ts";

/** `GET /v1/status`: whether the service works, and the URL of the realtime interface. */
export function statusRoute(
  realtime: string | null,
  state: Pick<CachedValue<HealthFacts>, "get">,
): Route {
  return route(endpoints.readStatus, async () => {
    const status = serviceStatusOf(await state.get());
    return { body: { time: new Date().toISOString(), realtime, ...status } };
  });
}
