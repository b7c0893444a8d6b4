import type { Logger } from "../logger.ts";
import type { Metrics } from "../metrics.ts";
import type { TracedStage } from "./message-trace.ts";

/** Records spans of one stage of the messages that are traced. */
export interface StageTrace {
  /**
   * Records that messages have passed the stage.
   *
   * @param fromMs when their batch entered it, Unix ms
   * @param untilMs when they left it, Unix ms; now if it is not given
   */
  record(messages: Iterable<{ readonly id: string }>, fromMs: number, untilMs?: number): void;
}

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

/** Opens traces. The libraries are loaded only if a collector is configured. */
export async function openTracing(
  options: TracingOptions,
  targets: { readonly log: Logger; readonly metrics: Pick<Metrics, "counter"> },
): Promise<Tracing | undefined> {
  const { endpoint, ...others } = options;
  if (endpoint === undefined) return undefined;
  const { createTracing } = await import("./open-telemetry.ts");
  return createTracing({ ...others, endpoint }, targets);
}
