import { createServer, type IncomingMessage, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createAddressLimits,
  createSharedTest,
  limitConnections,
  type Metrics,
} from "@jetwire/runtime";
import { Server } from "socket.io";
import type { GatewayConfig } from "../config.ts";
import type { Admission } from "../handshake/admission.ts";
import { refuseUpgrade } from "../handshake/refuse-upgrade.ts";
import { acceptsCompression, compressionAnswer, readCompressed } from "./compression.ts";
import type { WebSocketConnection } from "./engine-connection.ts";
import type { GatewayServer } from "./gateway-socket.ts";
import type { createRoomAdapter } from "./room-adapter.ts";

const packetBytesMax = 16 * 1024;
/** HTTP connections without traffic for this long are closed; upgraded ones are not affected. */
const idleMsMax = 5_000;

/** Creates the HTTP server of the gateway. It only upgrades, and closes slow or idle connections. */
export function createHttpServer(
  config: Pick<
    GatewayConfig,
    | "GATEWAY_CONNECTIONS_MAX"
    | "GATEWAY_CONNECTIONS_PER_ADDRESS_MAX"
    | "GATEWAY_TRUSTED_PROXIES"
    | "GATEWAY_EXEMPT_ADDRESSES"
  >,
  metrics: Pick<Metrics, "httpConnections">,
): HttpServer {
  const http = createServer(
    { headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    (_request, response) => {
      response.writeHead(404, { "content-type": "application/json" });
      response.end('{"message":"This address serves Socket.IO over WebSocket only"}\n');
    },
  );
  http.timeout = idleMsMax;
  // Upgraded ones included.
  http.maxConnections = config.GATEWAY_CONNECTIONS_MAX;
  limitConnections(http, {
    limits: createAddressLimits({
      total: config.GATEWAY_CONNECTIONS_MAX,
      perAddress: config.GATEWAY_CONNECTIONS_PER_ADDRESS_MAX,
    }),
    isShared: createSharedTest(config.GATEWAY_TRUSTED_PROXIES, config.GATEWAY_EXEMPT_ADDRESSES),
    server: "gateway",
    metrics,
  });
  return http;
}

/** Listens. @returns the port. @throws when the address is in use. */
export async function listen(http: HttpServer, config: GatewayConfig): Promise<number> {
  const { GATEWAY_HOST: host, GATEWAY_PORT: port, GATEWAY_REUSE_PORT: reusePort } = config;
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen({ host, port, reusePort }, resolve);
  });
  return (http.address() as AddressInfo).port;
}

/** Creates the Socket.IO server: WebSocket only. */
export function createSocketServer(
  http: HttpServer,
  adapter: ReturnType<typeof createRoomAdapter>,
  admission: Admission,
): GatewayServer {
  /** Keeps refusals from Socket.IO, which would answer each with status 400. */
  async function admitOrRefuse(request: IncomingMessage, accept: () => void): Promise<void> {
    const result = await admission.admit(request);
    if (result.admitted) accept();
    else refuseUpgrade(request.socket, result);
  }

  const server: GatewayServer = new Server(http, {
    adapter,
    transports: ["websocket"],
    allowRequest: (request, respond) => void admitOrRefuse(request, () => respond(null, true)),
    serveClient: false,
    // The library would keep contexts of zlib for each connection, and compress each message for each.
    perMessageDeflate: false,
    maxHttpBufferSize: packetBytesMax,
    connectTimeout: 5_000,
    pingInterval: 15_000,
    pingTimeout: 10_000,
  });
  server.engine.on("headers", (headers: Record<string, string>, request: IncomingMessage) => {
    if (isCompressed(request)) headers["Sec-WebSocket-Extensions"] = compressionAnswer;
  });
  server.engine.on("connection", ({ request, transport }: WebSocketConnection) => {
    if (isCompressed(request)) readCompressed(transport.socket);
  });
  return server;
}

function isCompressed({ headers }: IncomingMessage): boolean {
  return acceptsCompression(headers["sec-websocket-extensions"]);
}
