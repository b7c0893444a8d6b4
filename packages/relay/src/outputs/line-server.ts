import { createServer, type Socket } from "node:net";
import type { Logger } from "@jetwire/runtime";

const clientsMax = 16;
/** A client that is this far behind is disconnected, so that it does not delay the others. */
const unreadBytesMax = 1 << 20;
const closeMsMax = 500;

export type LineServer = Awaited<ReturnType<typeof serveLines>>;

/** Accepts programs that connect over TCP, 16 at most, and writes text to all of them. */
export async function serveLines(
  address: { readonly host: string; readonly port: number },
  log: Logger,
) {
  const clients = new Set<Socket>();
  const server = createServer((socket) => {
    if (clients.size >= clientsMax) return socket.destroy();
    clients.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => clients.delete(socket));
    // Nothing is expected from a client; reading notices that it closes.
    socket.resume();
    return undefined;
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, resolve);
  });
  const bound = server.address();
  return {
    port: typeof bound === "object" && bound !== null ? bound.port : address.port,
    /** The programs that are connected. */
    get clients(): number {
      return clients.size;
    },
    /** Writes text to all programs, except to those that do not read: they are disconnected. Returns to how many. */
    write(text: string): number {
      for (const client of clients) {
        if (client.writableLength <= unreadBytesMax) client.write(text);
        else {
          log.warn({ client: client.remoteAddress }, "disconnected a client that does not read");
          client.destroy();
          clients.delete(client);
        }
      }
      return clients.size;
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const client of clients) client.end();
      const timer = setTimeout(() => {
        for (const client of clients) client.destroy();
      }, closeMsMax);
      await closed;
      clearTimeout(timer);
    },
  };
}
