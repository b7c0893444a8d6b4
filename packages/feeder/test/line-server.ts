import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";

/** A TCP listener that records the lines that it receives. */
export interface LineServer extends AsyncDisposable {
  readonly port: number;
  readonly lines: readonly string[];
  readonly connections: readonly Socket[];
}

export async function startLineServer(port = 0): Promise<LineServer> {
  const lines: string[] = [];
  const connections: Socket[] = [];
  const server: Server = createServer((socket) => {
    connections.push(socket);
    let rest = "";
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      const parts = (rest + bytes.toString("latin1")).split("\n");
      rest = parts.pop() ?? "";
      lines.push(...parts);
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    lines,
    connections,
    async [Symbol.asyncDispose]() {
      for (const socket of connections) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
