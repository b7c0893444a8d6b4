import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** Returns ports of loopback that are free now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server.listen(0, "127.0.0.1"), "listening");
      return (server.address() as AddressInfo).port;
    }),
  );
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}

const lowest = 10_000;
const highest = 19_999;

/**
 * Returns free ports of loopback below the range that systems give to clients: a server that restarts
 * finds its port free again.
 */
export async function lowPorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = randomInt(lowest, highest + 1);
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  return [...found];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
    await once(server.close(), "close");
    return true;
  } catch {
    return false;
  }
}
