import {
  type Attributes,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  trace,
  TraceFlags,
  type Tracer,
} from "@opentelemetry/api";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  RandomIdGenerator,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { withDeadline } from "../timing/deadline.ts";
import type { Logger } from "../logs/logger.ts";
import type { Metrics } from "../metrics/metrics.ts";
import {
  createMessageSampler,
  messageTraceId,
  parentStage,
  stageSpanId,
  type TracedStage,
} from "./message-trace.ts";
import { createSpanExporter } from "./span-exporter.ts";
import type { RequestTrace, Tracing, TracingOptions } from "./tracing.ts";

const queueMax = 2_048;
const batchMax = 512;
const exportEveryMs = 1_000;
const exportMsMax = 6_000;
const closeMsMax = 2_000;

const stageSpans: Readonly<
  Record<TracedStage, { readonly name: string; readonly kind: SpanKind }>
> = {
  receive: { name: "ingest receive", kind: SpanKind.SERVER },
  journal: { name: "ingest journal", kind: SpanKind.INTERNAL },
  append: { name: "ingest append", kind: SpanKind.PRODUCER },
  drop: { name: "ingest drop", kind: SpanKind.INTERNAL },
  store: { name: "persister store", kind: SpanKind.CONSUMER },
  publish: { name: "fanout publish", kind: SpanKind.CONSUMER },
  feed: { name: "gateway feed:message", kind: SpanKind.PRODUCER },
  sample: { name: "sampler sample", kind: SpanKind.CONSUMER },
};

const randomIds = new RandomIdGenerator();

/**
 * Creates traces that are sent to a collector by OTLP over HTTP. Spans wait in a queue with a bound; those that find it
 * full are dropped, so that no message waits for a collector.
 */
export function createTracing(
  { endpoint, ratio, service, replica }: TracingOptions & { readonly endpoint: string },
  { log, metrics }: { readonly log: Logger; readonly metrics: Pick<Metrics, "counter"> },
): Tracing {
  const spans = metrics.counter({
    name: "jetwire_trace_spans_total",
    help: "Spans of traces by result: recorded, exported to the collector, or failed. Others wait, or found the queue full",
    labelNames: ["result"],
  });
  /** The ids of the next span, if they follow from a message. */
  let nextIds: { readonly traceId: string; readonly spanId: string } | null = null;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.namespace": "jetwire",
      "service.name": service,
      "service.instance.id": replica,
    }),
    // Messages and requests are chosen before a span is made.
    sampler: new AlwaysOnSampler(),
    idGenerator: {
      generateTraceId: () => nextIds?.traceId ?? randomIds.generateTraceId(),
      generateSpanId: () => nextIds?.spanId ?? randomIds.generateSpanId(),
    },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: createSpanExporter(endpoint, spans, log),
        maxQueueSize: queueMax,
        maxExportBatchSize: batchMax,
        scheduledDelayMillis: exportEveryMs,
        exportTimeoutMillis: exportMsMax,
      }),
    ],
  });
  const tracer = provider.getTracer("jetwire");
  const isTraced = createMessageSampler(ratio);

  function recordStage(stage: TracedStage, messageId: string, [fromMs, untilMs]: Period): void {
    const { name, kind } = stageSpans[stage];
    const traceId = messageTraceId(messageId);
    const parent = parentStage[stage];
    const attributes = { "jetwire.message.id": messageId };
    // Several clients may get a message, so that the spans of `feed` are many.
    const spanId = stage === "feed" ? randomIds.generateSpanId() : stageSpanId(stage, messageId);
    const context =
      parent === null
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, remote(traceId, stageSpanId(parent, messageId)));
    nextIds = { traceId, spanId };
    const span = tracer.startSpan(name, { kind, attributes, startTime: new Date(fromMs) }, context);
    nextIds = null;
    span.end(new Date(Math.max(fromMs, untilMs)));
    spans.inc({ result: "recorded" });
  }

  return {
    stage: (stage) => ({
      record(messages, fromMs, untilMs = Date.now()) {
        for (const { id } of messages) {
          if (isTraced(id)) recordStage(stage, id, [fromMs, untilMs]);
        }
      },
    }),
    request(method, traceparent) {
      if (Math.random() >= ratio) return null;
      spans.inc({ result: "recorded" });
      return beginRequest(tracer, method, linkTo(traceparent));
    },
    async [Symbol.asyncDispose]() {
      // Spans that the collector does not accept in time are lost.
      await withDeadline(provider.shutdown(), closeMsMax, "sending the last spans").catch(
        (error: unknown) => log.debug({ err: error }, "spans were not sent"),
      );
    },
  };
}

type Period = readonly [fromMs: number, untilMs: number];

function beginRequest(tracer: Tracer, method: string, links: Link[]): RequestTrace {
  const attributes: Attributes = { "http.request.method": method };
  const options = { kind: SpanKind.SERVER, attributes, links, root: true };
  const span = tracer.startSpan(method, options, ROOT_CONTEXT);
  return {
    end(route, status) {
      span.updateName(`${method} ${route}`);
      span.setAttributes({ "http.route": route, "http.response.status_code": status });
      span.end();
    },
  };
}

function remote(traceId: string, spanId: string): SpanContext {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** Returns a link to the span that a W3C `traceparent` names, or none if it names none. */
function linkTo(traceparent: string | undefined): Link[] {
  const [, traceId, spanId] = traceparentPattern.exec(traceparent ?? "") ?? [];
  if (traceId === undefined || spanId === undefined) return [];
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return [];
  return [{ context: remote(traceId, spanId) }];
}
