import { createServer, type Socket } from "node:net";
import type { Logger } from "@jetwire/runtime";
import type { OutputSender } from "./output-sender.ts";

const clientsMax = 16;
/** A client that is this far behind is disconnected, so that it does not delay the others. */
const unreadBytesMax = 1 << 20;
const closeMsMax = 500;

/** Serves lines to programs that connect over TCP. Lines wait until one is connected. */
export async function listenOutput(
  address: { readonly host: string; readonly port: number },
  log: Logger,
): Promise<OutputSender & { readonly port: number }> {
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
    batchMax: { lines: 256, bytes: 262_144 },
    lingerMs: 0,
    async send({ lines }) {
      const text = lines.map((line) => (line === null ? "" : `${line.text}\n`)).join("");
      for (const client of clients) {
        if (client.writableLength <= unreadBytesMax) continue;
        log.warn({ client: client.remoteAddress }, "disconnected a client that does not read");
        client.destroy();
        clients.delete(client);
      }
      if (clients.size === 0) throw new Error("no program is connected");
      for (const client of clients) client.write(text);
      return { taken: lines.length, bytes: clients.size * Buffer.byteLength(text) };
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
