import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";

/** A span as OTLP writes it in JSON, as far as tests look at it. */
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** Decimal digits. */
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
}

interface OtlpTraces {
  readonly resourceSpans: readonly {
    readonly resource: {
      readonly attributes: readonly { key: string; value: { stringValue?: string } }[];
    };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** A span that a collector has received, with the name of the service that sent it. */
interface CollectedSpan extends OtlpSpan {
  readonly service: string;
}

/** A collector of traces in this process, which speaks OTLP over HTTP with JSON. */
export interface SpanCollector extends AsyncDisposable {
  readonly endpoint: string;
  readonly spans: readonly CollectedSpan[];
  /** The number of requests that it has received. */
  readonly requests: number;
}

/**
 * Starts a collector.
 *
 * @param answers whether it answers; otherwise requests wait until it is closed
 */
export async function startSpanCollector(answers = true): Promise<SpanCollector> {
  const spans: CollectedSpan[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    if (!answers || request.url !== "/v1/traces") return;
    void receive(request, response); // A broken body fails the test run.
  });
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    spans.push(...spansIn((await json(request)) as OtlpTraces));
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    get requests() {
      return requests;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function spansIn({ resourceSpans }: OtlpTraces): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const name = resource.attributes.find(({ key }) => key === "service.name");
    const service = name?.value.stringValue ?? "";
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
  });
}
