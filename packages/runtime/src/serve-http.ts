import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server that accepts requests. Disposal lets running requests end, then closes it. */
export interface HttpListener extends AsyncDisposable {
  /** The port that the server got, also where port 0 was asked for. */
  readonly port: number;
}

/**
 * Starts to listen.
 *
 * @param closeMsMax how long running requests may take after disposal before they are cut, ms
 * @throws the error of the system, for example EADDRINUSE.
 */
export async function serveHttp(
  server: Server,
  address: { readonly host: string; readonly port: number },
  closeMsMax: number,
): Promise<HttpListener> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address.port, address.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      // A very slow request would otherwise delay the stop until its time-out.
      const timer = setTimeout(() => server.closeAllConnections(), closeMsMax);
      await closed;
      clearTimeout(timer);
    },
  };
}
