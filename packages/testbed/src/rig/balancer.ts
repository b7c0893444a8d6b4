import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { SeededRandom } from "@jetwire/simulator";

/** Distributes connections over gateways as a TCP balancer does, and breaks them on demand. */
export interface Balancer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  add(port: number): void;
  /** Sends no new connections to this port; open ones stay. */
  remove(port: number): void;
  /** Breaks all connections, with the data that is on its way. */
  cut(): void;
}

export async function startBalancer(random: SeededRandom): Promise<Balancer> {
  const ports = new Set<number>();
  const joined = new Set<Socket>();

  const server = createServer((client) => {
    client.on("error", () => {});
    if (ports.size === 0) {
      client.destroy();
      return;
    }
    const port = random.pick([...ports]);
    const upstream = connect(port, "127.0.0.1");
    joined.add(client);
    upstream.on("error", () => {});
    upstream.on("close", () => client.destroy());
    client.on("close", () => {
      joined.delete(client);
      upstream.destroy();
    });
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  function cut(): void {
    for (const client of joined) client.destroy();
  }
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${ownPort}`,
    port: ownPort,
    add: (port) => void ports.add(port),
    remove: (port) => void ports.delete(port),
    cut,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      cut();
      await closed;
    },
  };
}
