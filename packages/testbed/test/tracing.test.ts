import { execFileSync } from "node:child_process";
import process from "node:process";
import { messageIdPartition } from "@jetwire/protocol";
import { createRedisOpener, openStores } from "@jetwire/redis";
import {
  createLogger,
  createMetrics,
  messageTraceId,
  openTracing,
  stageSpanId,
  type TracedStage,
  type Tracing,
} from "@jetwire/runtime";
import { io } from "socket.io-client";
import { describe, expect, test } from "vitest";
import { connectFeed } from "../src/clients/feed-client.ts";
import { freePorts, startGatewayProcess } from "../src/index.ts";
import { acarsdecLine, addFeeder, type Deployment, postLines } from "../src/index.ts";
import { startDeployment, until } from "../src/index.ts";
import { type SpanCollector, startSpanCollector } from "../src/servers/span-collector.ts";

const log = createLogger("test", "silent");
const ident = "TRACED-1";

function openTraces(endpoint: string, service: string, ratio = 1): Promise<Tracing | undefined> {
  const metrics = createMetrics({ service });
  return openTracing({ endpoint, ratio, service, replica: `test/${service}` }, { log, metrics });
}

/** Sends a message through a deployment to a client of a feed, and returns its id. */
async function sendOne(jw: Deployment, gatewayUrl: string): Promise<string> {
  const { apiKey } = await addFeeder(jw, "alice", ident);
  using feed = await connectFeed(gatewayUrl, apiKey);
  await postLines(jw, [acarsdecLine(ident, "TRACED")]);
  await until("the message at the client", () => feed.received.length === 1);
  return feed.received[0]?.id ?? "";
}

/** Returns the fields of a message's entry in the stream. */
async function entryFields(jw: Deployment, messageId: string): Promise<string[]> {
  const opener = createRedisOpener(jw.redisUrl, log, createMetrics({}));
  await using redis = await opener.open("request");
  const { keys } = openStores(redis, jw.namespace);
  const entries = await redis.xrange(keys.stream(messageIdPartition(messageId)), "-", "+");
  return entries.map(([, fields]) => fields).find((fields) => fields.includes(messageId)) ?? [];
}

describe("traces", () => {
  test(
    "follow a message through every stage and process, in one trace",
    { timeout: 240_000 },
    async () => {
      await using collector = await startSpanCollector();
      await using stack = new AsyncDisposableStack();
      const tracings = new Map<string, Tracing | undefined>();
      for (const service of ["ingest", "persister", "fanout", "sampler", "rest"]) {
        tracings.set(service, await openTraces(collector.endpoint, service));
      }
      for (const tracing of tracings.values()) stack.use(tracing);
      const jw = await startDeployment({
        gateways: 0,
        tracing: (service) => tracings.get(service),
      });
      stack.use(jw);
      await using gateway = await startGatewayProcess(jw, {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
        OTEL_TRACES_SAMPLER_ARG: "1",
      });
      const gatewayUrl = `ws://127.0.0.1:${gateway.port}`;
      const viewer = io(gatewayUrl, { transports: ["websocket"], forceNew: true });
      stack.defer(() => void viewer.disconnect());
      const started = new Promise((resolve) => viewer.once("messages:sniff:started", resolve));
      viewer.emit("messages:sniff");
      await started;

      const id = await sendOne(jw, gatewayUrl);

      const spans = await until("the spans of all stages", () => spansOf(collector, id));
      const parents = spans.map(({ service, name, parentSpanId }) => [service, name, parentSpanId]);
      const span = (stage: TracedStage) => stageSpanId(stage, id);
      expect(
        new Map(parents.map(([service, ...rest]) => [rest[0], [service, rest[1] ?? ""]])),
      ).toEqual(
        new Map([
          ["ingest receive", ["ingest", ""]],
          ["ingest journal", ["ingest", span("receive")]],
          ["ingest append", ["ingest", span("journal")]],
          ["persister store", ["persister", span("append")]],
          ["fanout publish", ["fanout", span("append")]],
          ["sampler sample", ["sampler", span("append")]],
          ["gateway feed:message", ["gateway", span("publish")]],
        ]),
      );
      expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
      for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
        expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
      }
      expect(await gateway.stop()).toBe(0);
    },
  );

  test("have a span for each REST request, which links what the client names and does not follow it", async () => {
    await using collector = await startSpanCollector();
    await using tracing = await openTraces(collector.endpoint, "rest");
    await using jw = await startDeployment({ gateways: 0, tracing: () => tracing });
    const [traceId, spanId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
    const headers = { traceparent: `00-${traceId}-${spanId}-01` };
    await fetch(`${jw.restUrl}/v1/status`, { headers });
    await fetch(`${jw.restUrl}/v1/status`, { headers: { traceparent: "00-zz-01" } });
    const spans = await until("two spans", () => {
      const found = collector.spans.filter(({ name }) => name === "GET /v1/status");
      return found.length === 2 && found;
    });
    expect(
      spans.map(({ links }) => links?.map((link) => [link.traceId, link.spanId]) ?? []),
    ).toEqual([[[traceId, spanId]], []]);
    expect(spans.map((span) => span.traceId)).not.toContain(traceId);
    expect(spans.map(({ parentSpanId }) => parentSpanId ?? "")).toEqual(["", ""]);
  });

  test("are dropped while the collector does not answer, and delay nothing", async () => {
    await using collector = await startSpanCollector(false);
    const metrics = createMetrics({});
    const options = { endpoint: collector.endpoint, ratio: 1, service: "test", replica: "test" };
    const tracing = await openTracing(options, { log, metrics });
    const stage = tracing?.stage("store");
    const batch = Array.from({ length: 500 }, (_, index) => ({
      id: `01890000-0000-7000-8000-${index.toString(16).padStart(12, "0")}`,
    }));
    for (let batches = 0; batches < 20; batches++) stage?.record(batch, Date.now());
    await until("a request that waits", () => collector.requests > 0);
    const closedFrom = performance.now();
    await tracing?.[Symbol.asyncDispose]();
    // It gives up after two seconds, within the time that a process has for closing.
    expect(performance.now() - closedFrom).toBeLessThan(8_000);
    const text = await metrics.text();
    expect(text).toContain('jetwire_trace_spans_total{result="recorded"} 10000');
    expect(text).not.toContain('result="exported"');
  });

  test("are of no message and no request with a ratio of 0", async () => {
    const [port = 0] = await freePorts(1);
    const metrics = createMetrics({});
    const endpoint = `http://127.0.0.1:${port}`;
    const options = { endpoint, ratio: 0, service: "test", replica: "test" };
    await using tracing = await openTracing(options, { log, metrics });
    tracing?.stage("store").record([{ id: "01890000-0000-7000-8000-000000000000" }], Date.now());
    expect(tracing?.request("GET", undefined)).toBeNull();
    expect(await metrics.text()).not.toContain('result="recorded"');
  });
});

test.each([
  ["without", undefined],
  ["with", 1],
])("entries of the stream have no mark of a trace %s one", async (_title, ratio) => {
  await using collector = await startSpanCollector();
  await using tracing = ratio === undefined ? null : await openTraces(collector.endpoint, "all");
  // Without a persister nothing is trimmed.
  const options = { gateways: 1, workers: { persister: 0, sampler: 0 } };
  await using jw = await startDeployment({ ...options, tracing: () => tracing ?? undefined });
  const id = await sendOne(jw, jw.gatewayUrls[0] ?? "");
  const fields = await entryFields(jw, id);
  expect(fields.filter((_, index) => index % 2 === 0)).toEqual(["v", "p", "n", "s", "i", "g", "f", "m", "x"]); // prettier-ignore
  expect(fields.join()).not.toContain(messageTraceId(id));
});

describe("without a collector", () => {
  test.each([
    ["no library of traces is loaded", [], false],
    ["and with one they are", ["http://127.0.0.1:4318"], true],
  ])("%s", (_title, endpoint, isLoaded) => {
    const output = execFileSync(
      process.execPath,
      ["--input-type=module", "--eval", loadServices, ...endpoint],
      { cwd: import.meta.dirname, encoding: "utf8" },
    );
    const loaded = output.split("\n").filter((line) => line !== "");
    expect(loaded.some((url) => url.includes("/ingest/src/service.ts"))).toBe(true);
    expect(loaded.some((url) => /@opentelemetry\/(sdk|exporter|otlp|core)/.test(url))).toBe(
      isLoaded,
    );
  });
});

/**
 * Loads all services and opens traces as a process does, and prints the modules that were loaded. The library of
 * metrics loads the interface `@opentelemetry/api`, which does nothing by itself.
 */
const loadServices = `
  import { registerHooks } from "node:module";
  registerHooks({
    load(url, context, next) { process.stdout.write(url + "\\n"); return next(url, context); },
  });
  const names = ["ingest", "persister", "fanout", "sampler", "gateway", "rest", "chores"];
  await Promise.all(names.map((name) => import("@jetwire/" + name)));
  const { createLogger, createMetrics, openTracing } = await import("@jetwire/runtime");
  const targets = { log: createLogger("test", "silent"), metrics: createMetrics({}) };
  const options = { endpoint: process.argv[1], ratio: 1, service: "test", replica: "test" };
  await (await openTracing(options, targets))?.[Symbol.asyncDispose]();
`;

/** Returns the spans of a message's trace, or null while stages are missing. */
function spansOf({ spans }: SpanCollector, messageId: string) {
  const found = spans.filter(({ traceId }) => traceId === messageTraceId(messageId));
  return found.length >= 7 && found;
}
