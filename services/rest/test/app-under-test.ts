import { createAddressSemaphore, createLogger, createMetrics } from "@jetwire/runtime";
import { Router } from "express";
import { type AppOptions, createApp } from "../src/app.ts";
import { createRequestMetrics } from "../src/http/request-metrics.ts";
import { listen } from "../src/http/listen.ts";
import type { Route } from "../src/route.ts";

/** The platform alone, with routes of a test, everybody let in. */
export async function startApp(
  routes: readonly Route[],
  parts: Partial<AppOptions> = {},
): Promise<AsyncDisposable & { readonly port: number; readonly url: string }> {
  const app = createApp({
    routes,
    realtimeUrl: undefined,
    otherForms: Router(),
    admission: { admit: async () => null },
    oidcCallback: async () => ({ location: "/", headers: {} }),
    blocks: { isAddressBlocked: () => false },
    trustedProxies: [],
    corsOrigins: ["*"],
    metrics: createRequestMetrics(createMetrics({})),
    log: createLogger("test", "silent"),
    ...parts,
  });
  const bounds = {
    limits: createAddressSemaphore({ total: 1_000, perAddress: 1_000 }),
    isShared: () => false,
    server: "rest",
    metrics: createMetrics({}),
  };
  const server = await listen(app, { host: "127.0.0.1", port: 0 }, bounds);
  return Object.assign(server, { url: `http://127.0.0.1:${server.port}` });
}
