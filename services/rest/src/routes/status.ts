import { endpoints } from "@jetwire/protocol";
import { cachedValue } from "@jetwire/runtime";
import { type Route, route } from "../route.ts";
import { type MeasuredService, measureService } from "../service-state.ts";
import { version } from "./documents.ts";

/** The stores are asked at most once in this time, because the endpoint is open to everybody. */
const ttlMs = 1_000;

/** `GET /v1/status`: whether the service works, and the URL of the realtime interface. */
export function statusRoute(realtime: string | null, sources: MeasuredService): Route {
  const state = cachedValue(() => measureService(sources), { ttlMs });
  return route(endpoints.readStatus, async () => {
    const { postgres, redis, lag, journalBytes, clockSkew, degraded } = await state.get();
    const measured = { postgres, redis, lag, journalBytes, clockSkew, degraded: [...degraded] };
    return { body: { version, time: new Date().toISOString(), realtime, ...measured } };
  });
}
