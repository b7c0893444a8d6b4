import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** How long requests under way may go on when the server closes. */
const drainMsMax = 5_000;

/**
 * Listens with every limit of Node's server set; closing lets requests under way finish.
 *
 * @throws when the address is taken.
 */
export async function listen(
  handler: RequestListener,
  address: { host: string; port: number },
): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer({ maxHeaderSize: 16_384 }, handler);
  server.headersTimeout = 10_000;
  server.requestTimeout = 15_000;
  server.keepAliveTimeout = 30_000;
  server.maxHeadersCount = 100;
  server.maxRequestsPerSocket = 10_000;
  server.maxConnections = 2_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address.port, address.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), drainMsMax);
      await closed;
      clearTimeout(timer);
    },
  };
}
