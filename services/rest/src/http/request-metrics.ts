import type { Counter, Histogram, Metrics } from "@jetwire/runtime";

/** Metrics of requests. */
export interface RequestMetrics {
  readonly requests: Counter<"route" | "status">;
  readonly seconds: Histogram<"class">;
}

/** The status under which requests are counted whose client left before it had the whole answer. */
export const clientLeft = 499;

/** The class of answers to requests that were one too many; their status is 429 or 503. */
export const limitClass = "limit";
/** Classes of answers, mostly by their status. */
const classes = ["2xx", "3xx", "4xx", "5xx", limitClass] as const;
/** Upper bounds, seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createRequestMetrics(
  registry: Pick<Metrics, "counter" | "histogram">,
): RequestMetrics {
  const metrics = {
    requests: registry.counter({
      name: "jetwire_rest_requests_total",
      help: "Requests by route and status. 499: the client left before it had the whole answer. 500 is also an answer that was cut off by an error",
      labelNames: ["route", "status"],
    }),
    seconds: registry.histogram({
      name: "jetwire_rest_request_seconds",
      help: "Time from a request until its end, by the class of the status (2xx), or `limit` if it was refused because there were too many at a time. Streamed answers take as long as the client reads, and are here only if they failed",
      labelNames: ["class"],
      buckets,
    }),
  };
  // From 0 on, so that Prometheus sees the first errors as an increase.
  for (const status of classes) metrics.seconds.zero({ class: status });
  return metrics;
}
