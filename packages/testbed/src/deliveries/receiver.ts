import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a receiver got it. */
interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** The members of the body, if it is JSON. */
  readonly json: Record<string, unknown>;
}

/** The answer of a receiver: a status and a text, or `close` to cut the connection. */
type ReceiverAnswer = readonly [status: number, text?: string, headers?: object] | "close";

/** An HTTP server that keeps what it gets, and answers as `answer` says. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
  answer: (received: Received) => ReceiverAnswer;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const receiver: { answer: Receiver["answer"] } = { answer: () => [200, "ok"] };
  const server = createServer((request, response) => {
    void answer(request, response);
  }).listen(0, "127.0.0.1");
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const body = bytes.toString("latin1");
    const one = {
      path: request.url ?? "",
      headers: singles(request.headers),
      body: bytes.toString("utf8"),
      json: body.startsWith("{")
        ? (JSON.parse(bytes.toString("utf8")) as Record<string, unknown>)
        : {},
    };
    received.push(one);
    const said = receiver.answer(one);
    if (said === "close") request.socket.destroy();
    else response.writeHead(said[0], { ...said[2] }).end(said[1] ?? "");
  }
  await once(server, "listening");
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

function singles(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
