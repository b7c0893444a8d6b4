import { type Logger, requestIdHeader, type Tracing } from "@jetwire/runtime";
import type { RequestHandler, Response } from "express";
import { clientLeft, limitClass, type RequestMetrics } from "./request-metrics.ts";

/** The receivers of what is known of a request at its end. */
export interface RequestObservers {
  readonly metrics: RequestMetrics;
  readonly tracing?: Pick<Tracing, "request"> | undefined;
  readonly log: Logger;
}

/** The local of a response whose request was refused by a limit, which is no failure. */
export const isLimitName = "isLimit";

/** Counts every request at its end, whether its answer was sent, failed or was left by the client. */
export function observeRequests({ metrics, tracing, log }: RequestObservers): RequestHandler {
  return (request, response, next) => {
    const startMs = performance.now();
    const trace = tracing?.request(request.method, request.get("traceparent"));
    response.once("close", () => {
      const path = pathOf(request.route) ?? "other";
      const status = statusOf(response);
      const seconds = (performance.now() - startMs) / 1_000;
      metrics.requests.inc({ route: path, status: String(status) });
      if (response.locals["isStreamed"] !== true || status >= 500) {
        const isLimit = response.locals[isLimitName] === true;
        const name = isLimit ? limitClass : `${String(status).charAt(0)}xx`;
        metrics.seconds.observe({ class: name }, seconds);
      }
      trace?.end(path, status);
      const requestId = response.get(requestIdHeader);
      // The route instead of the address, which may have a token.
      const facts = { requestId, method: request.method, route: path, status };
      log.debug({ ...facts, ms: Math.round(seconds * 1_000) }, "request answered");
    });
    next();
  };
}

/** Returns the status that was sent, or how the answer ended before it was sent completely. */
function statusOf(response: Response): number {
  if (response.writableFinished) return response.statusCode;
  return response.errored ? 500 : clientLeft;
}

/** Returns the path of the route that Express has found. */
function pathOf(route: unknown): string | undefined {
  const isRoute = typeof route === "object" && route !== null && "path" in route;
  return isRoute && typeof route.path === "string" ? route.path : undefined;
}
