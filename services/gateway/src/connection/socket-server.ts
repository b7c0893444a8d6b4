import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server as HttpServer,
} from "node:http";
import type { AddressInfo } from "node:net";
import {
  createAddressSemaphore,
  createSharedTest,
  limitConnections,
  type Metrics,
} from "@jetwire/runtime";
import { Server } from "socket.io";
import type { GatewayConfig } from "../config.ts";
import type { ConnectionAdmission } from "../handshake/admission.ts";
import { refuseUpgrade } from "../handshake/refuse-upgrade.ts";
import { acceptsCompression, compressionAnswer } from "./compression.ts";
import type { GatewayServer } from "./gateway-socket.ts";
import type { createRoomAdapter } from "./room-adapter.ts";
import { acceptViewers, type Engine, type ViewerEvents } from "./viewers.ts";

const packetBytesMax = 16 * 1024;
/** Frames of one message. Clients send a message as one; the library allows 16,384, which may be empty. */
const framesMax = 32;
const connectMsMax = 5_000;
const pingMs = 15_000;
const pongMsMax = 10_000;
/** HTTP connections without traffic for this long are closed; upgraded ones are not affected. */
const idleMsMax = 5_000;
/**
 * Connections that wait to be accepted: the clients of a gateway that has ended come together. One that finds no room tries
 * again after 1, 3, 7 and 15 s. Linux reduces it to `net.core.somaxconn`, by default 4,096 as well; Node's default is 511.
 */
const backlog = 4_096;

/**
 * Creates the HTTP server of the gateway. It closes slow or idle connections.
 *
 * @param serve answers what is no upgrade
 */
export function createHttpServer(
  config: Pick<
    GatewayConfig,
    | "GATEWAY_CONNECTIONS_MAX"
    | "GATEWAY_CONNECTIONS_PER_ADDRESS_MAX"
    | "GATEWAY_TRUSTED_PROXIES"
    | "GATEWAY_EXEMPT_ADDRESSES"
  >,
  metrics: Pick<Metrics, "httpConnections">,
  serve: RequestListener,
): HttpServer {
  const http = createServer(
    { headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    serve,
  );
  http.timeout = idleMsMax;
  // Upgraded ones included.
  http.maxConnections = config.GATEWAY_CONNECTIONS_MAX;
  limitConnections(http, {
    limits: createAddressSemaphore({
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
export async function listenForSockets(http: HttpServer, config: GatewayConfig): Promise<number> {
  const { GATEWAY_HOST: host, GATEWAY_PORT: port, GATEWAY_REUSE_PORT: reusePort } = config;
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen({ host, port, reusePort, backlog }, resolve);
  });
  return (http.address() as AddressInfo).port;
}

/** Creates the Socket.IO server: WebSocket only. It gets connections that are no viewers'. */
export function createSocketServer(
  http: HttpServer,
  adapter: ReturnType<typeof createRoomAdapter>,
  admission: ConnectionAdmission,
  viewers: ViewerEvents,
): GatewayServer {
  /** Keeps refusals from Socket.IO, which would answer each with status 400. */
  async function admit(request: IncomingMessage): Promise<boolean> {
    const result = await admission.admit(request);
    if (!result.admitted) refuseUpgrade(request.socket, result);
    return result.admitted;
  }

  const server: GatewayServer = new Server(http, {
    adapter,
    transports: ["websocket"],
    allowRequest(request, respond) {
      void admit(request).then((isAdmitted) => isAdmitted && respond(null, true));
    },
    serveClient: false,
    // The library would keep contexts of zlib for each connection, and compress each message for each.
    perMessageDeflate: false,
    maxHttpBufferSize: packetBytesMax,
    connectTimeout: connectMsMax,
    pingInterval: pingMs,
    pingTimeout: pongMsMax,
  });
  server.engine.on("headers", (headers: Record<string, string>, request: IncomingMessage) => {
    if (acceptsCompression(request.headers["sec-websocket-extensions"])) {
      headers["Sec-WebSocket-Extensions"] = compressionAnswer;
    }
  });
  const times = { pingMs, pongMsMax, connectMsMax };
  const engine = server.engine as unknown as Engine;
  // The library makes its WebSocket server anew when the port is open.
  http.on("listening", () => (engine.ws.options.maxFragments = framesMax));
  acceptViewers(http, engine, admit, { ...viewers, ...times });
  return server;
}
