import { createServer, type RequestListener } from "node:http";
import {
  type ConnectionBounds,
  createAddressSemaphore,
  createSharedTest,
  type HttpListener,
  limitConnections,
  type Metrics,
  serveHttp,
} from "@jetwire/runtime";
import type { RestConfig } from "../config.ts";
import { answerMalformed } from "./malformed-request.ts";

/** Requests in progress may continue for this long when the server closes. */
const drainMsMax = 5_000;
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
  bounds: ConnectionBounds,
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
  server.on("clientError", answerMalformed);
  limitConnections(server, bounds);
  return await serveHttp(server, address, drainMsMax);
}

/** Creates the bounds of connections from the variables of the service. */
export function createConnectionBounds(
  config: Pick<
    RestConfig,
    | "REST_CONNECTIONS_MAX"
    | "REST_CONNECTIONS_PER_ADDRESS_MAX"
    | "REST_TRUSTED_PROXIES"
    | "REST_EXEMPT_ADDRESSES"
  >,
  metrics: Pick<Metrics, "httpConnections">,
): ConnectionBounds {
  const limits = createAddressSemaphore({
    total: config.REST_CONNECTIONS_MAX,
    perAddress: config.REST_CONNECTIONS_PER_ADDRESS_MAX,
  });
  const isShared = createSharedTest(config.REST_TRUSTED_PROXIES, config.REST_EXEMPT_ADDRESSES);
  return { limits, isShared, server: "rest", metrics };
}
