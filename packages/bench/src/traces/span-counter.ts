import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A collector of traces that counts spans and keeps none. */
export interface SpanCounter extends AsyncDisposable {
  readonly endpoint: string;
  readonly spans: number;
}

export async function startSpanCounter(): Promise<SpanCounter> {
  let spans = 0;
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    spans += body.split('"spanId":').length - 1;
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  }
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get spans() {
      return spans;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
