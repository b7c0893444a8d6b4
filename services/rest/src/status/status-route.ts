import type { HealthFacts } from "@jetwire/health";
import { endpoints } from "@jetwire/protocol";
import type { CachedValue } from "@jetwire/runtime";
import express, { type Router } from "express";
import { type Route, route } from "../route.ts";
import { sendPlainPage } from "../web-page/plain-page.ts";
import { serviceStatusOf } from "./service-state.ts";
import type { FollowedPast } from "./status-history.ts";
import { statusPage } from "./status-page.ts";

/** Limits what people who load the page often add to an outage. */
const maxAgeSeconds = 10;

type State = Pick<CachedValue<HealthFacts>, "get">;
type Past = Pick<FollowedPast, "get">;

/** `GET /v1/status`, whether the service works and the URL of the realtime interface, and `GET /v1/status/days`. */
export function statusRoutes(realtime: string | null, state: State, past: Past): Route[] {
  return [
    route(endpoints.readStatus, async () => {
      const status = serviceStatusOf(await state.get());
      return { body: { time: new Date().toISOString(), realtime, ...status } };
    }),
    route(endpoints.readStatusDays, async () => {
      const { asOf, days } = past.get();
      return { body: { asOf, days } };
    }),
  ];
}

/** Serves `/status`, the same for people: a page without script, which needs neither Postgres nor the built page. */
export function serveStatusPage(state: State, past: Past): Router {
  const router = express.Router();
  router.get("/status", async (_request, response) => {
    const { degraded, canary } = serviceStatusOf(await state.get());
    const html = statusPage({ degraded, canary, past: past.get(), now: new Date() });
    sendPlainPage(response, { title: "Status", html, maxAgeSeconds });
  });
  return router;
}
