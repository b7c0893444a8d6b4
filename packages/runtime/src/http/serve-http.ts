import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { trackRequests } from "../logs/request-id.ts";

/** An address on which a server listens. */
export interface ListenAddress {
  readonly host: string;
  /** Port 0 lets the system choose a free one. */
  readonly port: number;
  /** Whether other processes may listen on the same port, which shares what arrives (SO_REUSEPORT of Linux). */
  readonly reusePort?: boolean;
}

/** A Unix socket on which a server listens. */
export interface SocketPath {
  readonly path: string;
}

/**
 * An HTTP server that accepts requests. Disposal lets running requests end, asks their clients to use another
 * connection for the next one, and then closes it.
 */
export interface HttpListener extends AsyncDisposable {
  /** The port that the server got, also where port 0 was asked for; 0 for a Unix socket. */
  readonly port: number;
}

/**
 * Starts to listen. Log lines that are written for a request have its id, if its answer has one (`currentRequestId`).
 *
 * @param closeMsMax how long running requests may take after disposal before they are cut, ms
 * @throws the error of the system, for example EADDRINUSE.
 */
export async function serveHttp(
  server: Server,
  address: ListenAddress | SocketPath,
  closeMsMax: number,
): Promise<HttpListener> {
  trackRequests(server);
  const running = new Set<ServerResponse>();
  let isClosing = false;
  server.prependListener("request", (_request, response: ServerResponse) => {
    if (isClosing) response.setHeader("connection", "close");
    running.add(response);
    response.once("close", () => running.delete(response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, resolve);
  });
  const bound = server.address() as AddressInfo | string;
  return {
    port: typeof bound === "string" ? 0 : bound.port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      isClosing = true;
      // Otherwise Node serves more requests on these connections, and cuts one of them at the end.
      for (const response of running) {
        if (!response.headersSent) response.setHeader("connection", "close");
      }
      server.closeIdleConnections();
      // A very slow request would otherwise delay the stop until its time-out.
      const timer = setTimeout(() => server.closeAllConnections(), closeMsMax);
      await closed;
      clearTimeout(timer);
    },
  };
}
