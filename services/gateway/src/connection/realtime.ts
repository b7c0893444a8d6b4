import { createServer, type IncomingMessage, type Server as HttpServer } from "node:http";
import type { AdapterSubscriber, Keys, RedisConnection } from "@jetwire/redis";
import { createShardedAdapter } from "@socket.io/redis-adapter";
import { Server } from "socket.io";
import type { Admission } from "../handshake/admission.ts";
import type { GatewayServer } from "./gateway-socket.ts";
import { refuseUpgrade } from "../handshake/refuse-upgrade.ts";

const packetBytesMax = 16 * 1024;
/** An http connection that says nothing for so long is ended; an upgraded one no longer counts. */
const silentMsMax = 5_000;

/** The http server under the gateway: it only upgrades, and ends who dawdles. */
export function createHttpServer(connectionsMax: number): HttpServer {
  const http = createServer(
    { headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    (_request, response) => {
      response.writeHead(404, { "content-type": "application/json" });
      response.end('{"message":"This address speaks Socket.IO over WebSocket"}\n');
    },
  );
  http.timeout = silentMsMax;
  http.maxConnections = connectionsMax;
  return http;
}

/** The Socket.IO server: WebSocket alone, no compression, rooms shared through Redis. */
export function createRealtime(
  http: HttpServer,
  publisher: RedisConnection,
  subscriber: AdapterSubscriber,
  keys: Keys,
  admission: (request: IncomingMessage) => Promise<Admission>,
): GatewayServer {
  /** Socket.IO isn't told of a refusal, because it would answer it. */
  async function admitOrRefuse(request: IncomingMessage, goOn: () => void): Promise<void> {
    const outcome = await admission(request);
    if (outcome.admitted) goOn();
    else refuseUpgrade(request.socket, outcome);
  }

  return new Server(http, {
    adapter: createShardedAdapter(publisher, subscriber, {
      channelPrefix: keys.adapterPrefix,
      subscriptionMode: "dynamic",
    }),
    transports: ["websocket"],
    allowRequest: (request, answer) => void admitOrRefuse(request, () => answer(null, true)),
    serveClient: false,
    // Pre-encoded frames are written as they are: a compressing connection could not take them.
    perMessageDeflate: false,
    maxHttpBufferSize: packetBytesMax,
    connectTimeout: 5_000,
    pingInterval: 15_000,
    pingTimeout: 10_000,
  });
}
