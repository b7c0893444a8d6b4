import { fork } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { pause } from "@jetwire/runtime";
import { endChild, hasEnded } from "../bench-process.ts";
import type { RedisScope } from "../redis-scope.ts";

/** A server under measurement. Disposal kills it. */
export interface ServerProcess extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
}

/** A gateway as it runs in earnest. */
export interface GatewayProcess extends ServerProcess {
  /** A counter's value by its Prometheus name and labels, as it stands in the text; 0 without it. */
  counter(start: string): Promise<number>;
}

const main = fileURLToPath(new URL("main.ts", import.meta.resolve("@jetwire/gateway")));
const readyMsMax = 30_000;

/** Starts `services/gateway` without limits per address and account: all clients come from one. */
export async function startGateway(
  scope: RedisScope,
  databaseUrl: string,
): Promise<GatewayProcess> {
  const [port, healthPort] = await freePorts();
  const child = fork(main, [], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      JETWIRE_PARENT_WATCH: "1",
      REDIS_URL: scope.redisUrl,
      DATABASE_URL: databaseUrl,
      JETWIRE_NAMESPACE: scope.namespace,
      GATEWAY_PORT: String(port),
      HEALTH_PORT: String(healthPort),
      GATEWAY_EXEMPT_ADDRESSES: "127.0.0.1",
      GATEWAY_CONNECTIONS_PER_ACCOUNT_MAX: "1000000",
    },
  });
  const said =
    child.stdout && child.stderr && Promise.all([text(child.stdout), text(child.stderr)]);
  const ask = (path: string) => fetch(`http://127.0.0.1:${healthPort}${path}`);
  const isReady = async () => (await ask("/readyz").catch(() => null))?.ok === true;
  const deadline = performance.now() + readyMsMax;
  while (!(await isReady())) {
    if (hasEnded(child)) throw new Error(`the gateway has ended: ${(await said)?.join("")}`);
    if (performance.now() > deadline) {
      await endChild(child);
      throw new Error(`the gateway was not ready in ${readyMsMax} ms`);
    }
    await pause(50);
  }
  return {
    port,
    pid: child.pid ?? 0,
    async counter(start) {
      const lines = (await (await ask("/metrics")).text()).split("\n");
      return Number(
        lines
          .find((line) => line.startsWith(start))
          ?.split(" ")
          .at(-1) ?? 0,
      );
    },
    [Symbol.asyncDispose]: () => endChild(child),
  };
}

/** Two ports that were free a moment ago. */
async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()] as const;
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server.listen(0, "127.0.0.1"), "listening");
      return (server.address() as AddressInfo).port;
    }),
  );
  for (const server of servers) server.close();
  const [first = 0, second = 0] = ports;
  return [first, second];
}
