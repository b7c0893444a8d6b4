import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import type { Logger } from "../logs/logger.ts";
import type { Counter } from "../metrics/metrics.ts";

const exportMsMax = 5_000;
/** The exporter reports this for spans that the collector has accepted. */
const success = 0;

/** Creates an exporter to a collector, which counts spans and writes a line when an outage begins and when it ends. */
export function createSpanExporter(
  endpoint: string,
  spans: Counter<"result">,
  log: Logger,
): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url: new URL("v1/traces", endpoint.replace(/\/?$/, "/")).href,
    timeoutMillis: exportMsMax,
    concurrencyLimit: 2,
  });
  let isDown = false;
  return {
    export(batch: ReadableSpan[], onResult) {
      exporter.export(batch, (result) => {
        const failed = (result.code as number) !== success;
        spans.inc({ result: failed ? "failed" : "exported" }, batch.length);
        if (failed && !isDown) {
          log.warn({ err: result.error }, "the collector of traces does not accept spans");
        }
        if (!failed && isDown) log.info("the collector of traces accepts spans again");
        isDown = failed;
        onResult(result);
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
