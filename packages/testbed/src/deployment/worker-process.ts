import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { until } from "../checks/until.ts";
import { freePorts } from "@jetwire/launcher";
import { hasExited } from "../servers/has-exited.ts";
import { compileCache } from "./compile-cache.ts";
import type { Deployment } from "./deployment.ts";
import { programOf } from "./program-of.ts";

/** A worker in a process of its own, which can be stopped and continued. Disposal kills it. */
export interface WorkerProcess extends AsyncDisposable {
  readonly pid: number;
  /** SIGSTOP. */
  freeze(): void;
  /** SIGCONT. */
  thaw(): void;
}

/** Starts a worker of a deployment and waits until it is ready. */
export async function startWorkerProcess(
  { databaseUrl, redisUrl, namespace }: Pick<Deployment, "databaseUrl" | "redisUrl" | "namespace">,
  name: "persister" | "fanout",
): Promise<WorkerProcess> {
  const [healthPort = 0] = await freePorts(1);
  const child = spawn(process.execPath, [programOf(name)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...compileCache,
      REDIS_URL: redisUrl,
      DATABASE_URL: databaseUrl,
      JETWIRE_NAMESPACE: namespace,
      HEALTH_PORT: String(healthPort),
      LOG_LEVEL: "silent",
    },
  });
  await until(`the ${name} to be ready`, async () => {
    if (hasExited(child)) throw new Error(`The ${name} has exited with ${child.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${healthPort}/readyz`).catch(() => null);
    return answer?.ok;
  });
  return {
    pid: child.pid ?? 0,
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    async [Symbol.asyncDispose]() {
      if (hasExited(child)) return;
      child.kill("SIGKILL");
      await once(child, "close");
    },
  };
}
