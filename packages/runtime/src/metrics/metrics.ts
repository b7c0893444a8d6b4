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

/** The metrics of one process, served at `/metrics`. A test may create several. */
export type Metrics = ReturnType<typeof createMetrics>;

/**
 * How often the delay of the event loop is sampled; reported delays include this interval. Each
 * sample wakes the process: at the library's default of 10 ms, an idle service would use 0.4 % of a
 * core for it.
 */
const eventLoopSampleMs = 100;

/** Upper bounds, seconds. A stage takes milliseconds; after an outage its messages are minutes old. */
const ageBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/**
 * Creates an empty registry of metrics.
 *
 * @param withProcess adds the metrics of the process itself (CPU, memory, event-loop delay)
 */
export function createMetrics(labels: Record<string, string>, withProcess = false) {
  const registry = new Registry();
  registry.setDefaultLabels(labels);
  if (withProcess) {
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopSampleMs });
  }
  const registers = [registry];
  return {
    counter: <Label extends string>(
      options: Omit<CounterConfiguration<Label>, "registers">,
    ): Counter<Label> => new Counter({ ...options, registers }),
    gauge: <Label extends string>(
      options: Omit<GaugeConfiguration<Label>, "registers">,
    ): Gauge<Label> => new Gauge({ ...options, registers }),
    histogram: <Label extends string>(
      options: Omit<HistogramConfiguration<Label>, "registers">,
    ): Histogram<Label> => new Histogram({ ...options, registers }),
    /** 1 for each active alarm; `createAlarm` sets it. */
    alarms: new Gauge({
      name: "jetwire_alarm",
      help: "1 while the alarm of this name is active",
      labelNames: ["name"],
      registers,
    }),
    /** Connections to HTTP servers; `limitConnections` counts them. */
    httpConnections: {
      open: new Gauge({
        name: "jetwire_http_connections",
        help: "Open connections of an HTTP server, without those that were upgraded to WebSocket",
        labelNames: ["server"],
        registers,
      }),
      refused: new Counter({
        name: "jetwire_http_connections_refused_total",
        help: "Connections closed at once, because too many were open from their address or in total, by server",
        labelNames: ["server", "reason"],
        registers,
      }),
    },
    /** How old messages are at each stage; `createMessageAge` records them. */
    messageAges: new Histogram({
      name: "jetwire_message_age_seconds",
      help: "Time from the acceptance of a message at ingest until it reached a stage",
      labelNames: ["stage"],
      buckets: ageBuckets,
      registers,
    }),
    /** Returns all metrics in the Prometheus text format. */
    text: (): Promise<string> => registry.metrics(),
    /** Returns the lines of each metric in this format, by its name. */
    async linesByName(): Promise<ReadonlyMap<string, readonly string[]>> {
      const names = registry.getMetricsAsArray().map(({ name }) => name);
      const texts = names.map(
        async (name) => [name, (await registry.getSingleMetricAsString(name)).split("\n")] as const,
      );
      return new Map(await Promise.all(texts));
    },
    contentType: registry.contentType,
  };
}

/**
 * Returns the text of several metrics whose labels tell their series apart. A metric that several of them have is described
 * once, and its series follow each other, as the format requires.
 */
export async function mergeMetrics(
  parts: readonly Pick<Metrics, "linesByName">[],
): Promise<string> {
  const merged = new Map<string, string[]>();
  for (const part of await Promise.all(parts.map((one) => one.linesByName()))) {
    for (const [name, lines] of part) {
      const known = merged.get(name);
      if (known === undefined) merged.set(name, [...lines]);
      else known.push(...lines.filter((line) => !line.startsWith("#")));
    }
  }
  return `${[...merged.values()].map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
