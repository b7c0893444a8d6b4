import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { type HttpListener, serveHttp } from "@jetwire/runtime";
import { answerMalformed } from "./malformed-request.ts";

/** Requests in progress may continue for this long when the server closes. */
const drainMsMax = 5_000;
/** A connection without a first request within this time is closed. */
const firstRequestMsMax = 10_000;
/** A connection without traffic in either direction for this long is closed. */
const idleMsMax = 60_000;

/**
 * Listens with every limit of Node's server set. Disposal lets requests in progress finish.
 *
 * @throws if the address is in use
 */
export async function listen(
  handler: RequestListener,
  address: { host: string; port: number },
): Promise<HttpListener> {
  const server = createServer(
    { maxHeaderSize: 16_384, connectionsCheckingInterval: 1_000 },
    handler,
  );
  server.headersTimeout = 10_000;
  server.requestTimeout = 15_000;
  server.keepAliveTimeout = 30_000;
  server.timeout = idleMsMax;
  server.maxHeadersCount = 100;
  server.maxRequestsPerSocket = 10_000;
  server.maxConnections = 2_000;
  server.on("clientError", answerMalformed);
  closeSilent(server);
  return await serveHttp(server, address, drainMsMax);
}

/** Closes connections that send nothing: Node's own time-outs begin with the first byte. */
function closeSilent(server: Server): void {
  const timers = new WeakMap<Socket, NodeJS.Timeout>();
  server.on("connection", (socket) => {
    const timer = setTimeout(() => socket.destroy(), firstRequestMsMax);
    timers.set(socket, timer);
    socket.once("close", () => clearTimeout(timer));
  });
  server.on("request", ({ socket }) => clearTimeout(timers.get(socket)));
}
