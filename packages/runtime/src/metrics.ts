import {
  Counter,
  Gauge,
  Histogram,
  Registry,
  type CounterConfiguration,
  type GaugeConfiguration,
  type HistogramConfiguration,
  collectDefaultMetrics,
} from "prom-client";

export type { Counter, Gauge, Histogram } from "prom-client";

/** The measures of one process: made by name here, read at `/metrics`. Several may live in one test. */
export interface Metrics {
  counter<Label extends string>(
    options: Omit<CounterConfiguration<Label>, "registers">,
  ): Counter<Label>;
  gauge<Label extends string>(options: Omit<GaugeConfiguration<Label>, "registers">): Gauge<Label>;
  histogram<Label extends string>(
    options: Omit<HistogramConfiguration<Label>, "registers">,
  ): Histogram<Label>;
  /** The Prometheus text. */
  text(): Promise<string>;
  readonly contentType: string;
}

/**
 * How often the event loop's delay is sampled, which the delays told include. Each sample wakes the
 * process: every 10 ms, as is usual, an idle service would use 0.4 % of a core for it.
 */
const loopLookMs = 100;

/** @param withProcess also the process' own measures (CPU, memory, event-loop delay). */
export function createMetrics(labels: Record<string, string>, withProcess = false): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels(labels);
  if (withProcess) {
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopLookMs });
  }
  const registers = [registry];
  return {
    counter: (options) => new Counter({ ...options, registers }),
    gauge: (options) => new Gauge({ ...options, registers }),
    histogram: (options) => new Histogram({ ...options, registers }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
