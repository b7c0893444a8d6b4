import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { Transform } from "node:stream";

/** A proxy between a client and a server that fails on demand. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** Connections that clients have now. */
  readonly connections: number;
  /** How many chunks were delayed. */
  readonly delayed: number;
  /** Forwards nothing more. New connections are accepted and left without an answer. */
  freeze(): void;
  /** Delays each chunk, which may have 64 KiB, by this time; 0 delays none. */
  slow(delayMs: number): void;
  /** Breaks all connections, with the data that is on its way. @returns how many there were */
  cut(): number;
  /** Breaks all connections and refuses new ones. */
  refuse(): Promise<void>;
  /** Breaks all connections and accepts new ones. */
  recover(): Promise<void>;
}

/** @param ownPort the port to listen on; a free one by default */
export async function startTcpProxy(
  target: { host: string; port: number },
  ownPort = 0,
): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  let frozen = false;
  let delayMs = 0;
  let delayed = 0;

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  }
  function link(): Transform {
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (delayMs === 0) {
          done(null, chunk);
          return;
        }
        delayed++;
        setTimeout(() => done(null, chunk), delayMs);
      },
    });
  }
  function join(client: Socket): void {
    keep(client);
    clients.add(client);
    client.on("close", () => clients.delete(client));
    if (frozen) return;
    const upstream = connect(target.port, target.host);
    keep(upstream);
    // What the server sent before it closed may still be delayed; the end of the pipe then closes the client.
    upstream.on("close", () => {
      if (!upstream.readableEnded) client.destroy();
    });
    client.on("close", () => upstream.destroy());
    client.pipe(link()).pipe(upstream);
    upstream.pipe(link()).pipe(client);
  }
  async function listen(port: number): Promise<Server> {
    const server = createServer(join);
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  }
  function cut(): number {
    const count = clients.size;
    for (const socket of sockets) socket.destroy();
    return count;
  }
  async function close(): Promise<void> {
    const closed = server.listening ? once(server, "close") : undefined;
    server.close();
    cut();
    await closed;
  }

  let server = await listen(ownPort);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    get connections() {
      return clients.size;
    },
    get delayed() {
      return delayed;
    },
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.unpipe();
    },
    slow: (ms) => void (delayMs = ms),
    cut,
    refuse: close,
    async recover() {
      await close();
      frozen = false;
      server = await listen(port);
    },
    [Symbol.asyncDispose]: close,
  };
}
