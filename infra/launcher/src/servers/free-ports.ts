import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

const lowest = 10_000;
const highest = 19_999;
const attemptsMax = 1_000;

/**
 * Returns TCP ports of loopback that are free, below the range from which systems choose ports of clients: no
 * connection takes one before its server opens it, or while that server restarts.
 *
 * @throws when it finds too few.
 */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let attempt = 0; attempt < attemptsMax && found.size < count; attempt++) {
    const port = randomInt(lowest, highest + 1);
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  if (found.size < count) throw new Error(`found no ${count} free ports on loopback`);
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
