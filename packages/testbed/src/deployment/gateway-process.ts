import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { freePorts } from "@jetwire/launcher";
import { hasExited } from "../servers/has-exited.ts";
import { until } from "../checks/until.ts";
import { compileCache } from "./compile-cache.ts";
import { programOf } from "./program-of.ts";

/** The servers of a gateway. */
export interface GatewayServers {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly namespace: string;
}

/** A gateway in a process of its own. Disposal kills it. */
export interface GatewayProcess extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  /** Returns the metrics in Prometheus text format. */
  metrics(): Promise<string>;
  /** `kill -9`; resolves when it has exited. */
  kill(): Promise<void>;
  /** Returns everything it has logged so far. */
  log(): string;
  /** SIGTERM. @returns its exit code. */
  stop(): Promise<number | null>;
}

/** A start of a second takes many on a busy machine. */
const startMsMax = 60_000;

/** Starts a gateway process without limits per address and waits until it is ready. */
export async function startGatewayProcess(
  { databaseUrl, redisUrl, namespace }: GatewayServers,
  environment: Readonly<Record<string, string>> = {},
): Promise<GatewayProcess> {
  const [port = 0, healthPort = 0] = await freePorts(2);
  const child = spawn(process.execPath, [programOf("gateway")], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...compileCache,
      REDIS_URL: redisUrl,
      DATABASE_URL: databaseUrl,
      JETWIRE_NAMESPACE: namespace,
      GATEWAY_PORT: String(port),
      HEALTH_PORT: String(healthPort),
      GATEWAY_EXEMPT_ADDRESSES: "127.0.0.1",
      DRAIN_SECONDS: "0",
      ...environment,
    },
  });
  const logged: Buffer[] = [];
  for (const output of [child.stdout, child.stderr]) {
    output?.on("data", (data: Buffer) => logged.push(data));
  }
  const log = () => Buffer.concat(logged).toString();
  const ask = (path: string) => fetch(`http://127.0.0.1:${healthPort}${path}`);
  const isReady = async () => {
    if (hasExited(child)) throw new Error(`The gateway has exited: ${log()}`);
    return (await ask("/readyz").catch(() => null))?.ok;
  };
  await until("the gateway to be ready", isReady, startMsMax);

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (hasExited(child)) return;
    child.kill(signal);
    await once(child, "close");
  }
  return {
    port,
    pid: child.pid ?? 0,
    metrics: async () => (await ask("/metrics")).text(),
    kill: () => end("SIGKILL"),
    log,
    async stop() {
      await end("SIGTERM");
      return child.exitCode;
    },
    [Symbol.asyncDispose]: () => end("SIGKILL"),
  };
}
