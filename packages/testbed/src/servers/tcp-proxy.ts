import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** Stands between a client and a server, and fails as servers and networks do. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** Nothing passes any more, and new connections are taken and left silent. */
  freeze(): void;
  /** All connections break, and new ones are refused. */
  refuse(): Promise<void>;
  /** All connections break, and new ones work. */
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
