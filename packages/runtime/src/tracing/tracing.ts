import type { Logger } from "../logs/logger.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { createMessageLines } from "./message-lines.ts";
import type { StageTrace, TracedStage } from "./message-trace.ts";

/** The span of a request that is traced. */
export interface RequestTrace {
  end(route: string, status: number): void;
}

/** Traces of one process. Disposal sends what is left, for at most two seconds. */
export interface Tracing extends AsyncDisposable {
  stage(stage: TracedStage): StageTrace;
  /**
   * Begins the span of a request, in a trace of its own.
   *
   * @param traceparent what the client sent: it is linked, and decides nothing, because anybody can send it
   * @returns null if the request is not traced
   */
  request(method: string, traceparent: string | undefined): RequestTrace | null;
}

export interface TracingOptions {
  /** The address of a collector, to which `/v1/traces` is added. Without it nothing is traced. */
  readonly endpoint: string | undefined;
  /** The share of messages, and of requests, that are traced: 0 to 1. */
  readonly ratio: number;
  /** The name of the service. */
  readonly service: string;
  /** The identity of this process. */
  readonly replica: string;
}

/**
 * Opens traces, and lines about messages at the level `debug`. The libraries are loaded only if a collector is configured.
 *
 * @returns undefined if there is neither, so that nothing is recorded
 */
export async function openTracing(
  options: TracingOptions,
  targets: { readonly log: Logger; readonly metrics: Pick<Metrics, "counter"> },
): Promise<Tracing | undefined> {
  const { endpoint, ...others } = options;
  const { log } = targets;
  const lines = log.isLevelEnabled("debug") ? createMessageLines(log) : null;
  if (endpoint === undefined) return lines === null ? undefined : { ...lines, ...noSpans };
  const { createTracing } = await import("./open-telemetry.ts");
  const tracing = createTracing({ ...others, endpoint }, targets);
  if (lines === null) return tracing;
  return { ...tracing, stage: (stage) => inBoth(tracing.stage(stage), lines.stage(stage)) };
}

const noSpans = { request: () => null, [Symbol.asyncDispose]: async () => {} };

function inBoth(spans: StageTrace, lines: StageTrace): StageTrace {
  return {
    record(messages, fromMs, untilMs = Date.now()) {
      spans.record(messages, fromMs, untilMs);
      lines.record(messages, fromMs, untilMs);
    },
  };
}
