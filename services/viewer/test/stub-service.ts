import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import {
  type ClientEvents,
  clientEvent,
  type ServerEvents,
  serverEvent,
  sniffRoom,
  type Status,
} from "@jetwire/protocol";
import { Server } from "socket.io";

/** A service as the page sees it: the page itself, its status, and a gateway. */
export interface StubService extends AsyncDisposable {
  readonly url: string;
  readonly gateway: Server<ClientEvents, ServerEvents>;
  /** Resolves when another socket has subscribed to the firehose. */
  nextSniff(): Promise<void>;
  /** Closes every connection and lets new ones wait. @returns a function that admits them */
  loseConnections(): () => void;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** @param folder the built page */
export async function startStubService(folder: string): Promise<StubService> {
  let sniffed = Promise.withResolvers<void>();
  let waiting: (() => void)[] | null = null;
  const gatewayHttp = createServer();
  const gateway = new Server<ClientEvents, ServerEvents>(gatewayHttp, {
    transports: ["websocket"],
  });
  gateway.use((_socket, next) => {
    if (waiting === null) next();
    else waiting.push(next);
  });
  gateway.on("connection", (socket) => {
    socket.on(clientEvent.sniff, () => {
      void socket.join(sniffRoom);
      socket.emit(serverEvent.sniffStarted, { browserId: "b" });
      sniffed.resolve();
      sniffed = Promise.withResolvers();
    });
  });
  const realtime = `ws://127.0.0.1:${await listen(gatewayHttp)}`;

  const policy = `default-src 'self'; connect-src 'self' ${realtime}; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'`;
  const http = createServer((request, response) => {
    void answer(request.url ?? "/", response);
  });

  async function answer(path: string, response: ServerResponse): Promise<void> {
    if (path === "/v1/status") {
      const status: Status = {
        time: new Date().toISOString(),
        realtime,
        postgres: true,
        redis: true,
        lag: { dispatch: 0, storage: 0, delivery: 0, firehose: 0 },
        journalBytes: 0,
        clockSkew: 0,
        canary: null,
        degraded: [],
      };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(status));
      return;
    }
    const file = path === "/" ? "/index.html" : path;
    const content = await readFile(join(folder, file)).catch(() => null);
    const type = types[extname(file)] ?? "application/octet-stream";
    response.writeHead(content === null ? 404 : 200, {
      "content-type": type,
      "content-security-policy": policy,
    });
    response.end(content);
  }

  const url = `http://127.0.0.1:${await listen(http)}/`;
  return {
    url,
    gateway,
    nextSniff: () => sniffed.promise,
    loseConnections() {
      const later: (() => void)[] = [];
      waiting = later;
      for (const { conn } of gateway.sockets.sockets.values()) conn.close();
      return () => {
        waiting = null;
        for (const admit of later) admit();
      };
    },
    async [Symbol.asyncDispose]() {
      await gateway.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
