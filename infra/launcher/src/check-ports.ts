import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";
import { RetryTimeoutError, retryUntil } from "@jetwire/runtime";
import { LaunchError } from "./launch-error.ts";
import { portSpan, portsFor, type RequiredPort, requiredPorts } from "./ports.ts";

/**
 * Checks that every port is free on loopback.
 *
 * @param waitMsMax how long to wait for ports to become free, all together.
 * @throws LaunchError naming the first port that is not free, and the remedy.
 */
export async function checkPorts(
  required: readonly RequiredPort[],
  waitMsMax: number,
): Promise<void> {
  const until = performance.now() + waitMsMax;
  for (const port of required) {
    const options = { task: "bind", msMax: until - performance.now(), retryMsMax: 200 };
    try {
      await retryUntil(() => bind(port), options);
    } catch (error) {
      throw new LaunchError(
        describe(port, error instanceof RetryTimeoutError ? error.cause : error),
      );
    }
  }
}

/** Returns the base of a block of free ports, below the range that systems give to clients. */
export async function findPortBase(): Promise<number> {
  const users = { servicesCount: 24, redis: true, postgres: true, page: true };
  const choose = async () => {
    const base = 20_000 + portSpan * randomInt(180);
    await checkPorts(requiredPorts(portsFor(base, {}), users), 0);
    return base;
  };
  return await retryUntil(choose, { task: "find free ports", msMax: 5_000 });
}

async function bind({ port, protocol }: RequiredPort): Promise<void> {
  const socket =
    protocol === "tcp"
      ? createServer().listen(port, "127.0.0.1")
      : createSocket("udp4").bind(port, "127.0.0.1");
  try {
    await once(socket, "listening");
  } finally {
    socket.close();
  }
}

function describe({ port, protocol, use, remedy }: RequiredPort, error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  const what = code === "EADDRINUSE" ? "is in use" : `cannot be used (${code})`;
  return `port ${port}/${protocol} (${use}) ${what}: ${remedy}`;
}
