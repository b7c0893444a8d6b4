import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A proxy between a client and a server that fails on demand. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** Forwards nothing more. New connections are accepted and left without an answer. */
  freeze(): void;
  /** Breaks all connections and refuses new ones. */
  refuse(): Promise<void>;
  /** Breaks all connections and accepts new ones. */
  recover(): Promise<void>;
}

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let frozen = false;

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  }
  function join(client: Socket): void {
    keep(client);
    if (frozen) return;
    const upstream = connect(target.port, target.host);
    keep(upstream);
    upstream.on("close", () => client.destroy());
    client.on("close", () => upstream.destroy());
    client.pipe(upstream).pipe(client);
  }
  async function listen(port: number): Promise<Server> {
    const server = createServer(join);
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  }
  async function close(): Promise<void> {
    const closed = server.listening ? once(server, "close") : undefined;
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  let server = await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.unpipe();
    },
    refuse: close,
    async recover() {
      await close();
      frozen = false;
      server = await listen(port);
    },
    [Symbol.asyncDispose]: close,
  };
}
