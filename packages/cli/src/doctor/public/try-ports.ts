import { connect } from "node:net";
import { createSemaphore } from "@jetwire/runtime";
import { once } from "node:events";
import { reasonOf } from "./failure.ts";
import type { PortFacts } from "./public-facts.ts";

const socketsMax = 32;

/** Connects to an address and closes the connection. @returns the failure; null if it was accepted */
export async function tryPort(
  address: string,
  port: number,
  msMax: number,
): Promise<string | null> {
  const socket = connect({ host: address, port });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(msMax) });
    return null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    socket.destroy();
  }
}

/** Tries each port at each address, a bounded number at a time. */
export async function tryPorts(
  addresses: readonly string[],
  ports: readonly number[],
  msMax: number,
): Promise<PortFacts[]> {
  const semaphore = createSemaphore(socketsMax);
  const pairs = addresses.flatMap((address) => ports.map((port) => ({ address, port })));
  return await Promise.all(
    pairs.map(async ({ address, port }) => {
      const permit = await semaphore.acquire();
      const failure = await tryPort(address, port, msMax);
      permit[Symbol.dispose]();
      return { port: `${port}/tcp`, address, failure };
    }),
  );
}
