import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** What the launcher writes once everything is ready, as its users read it. */
export interface Ready {
  readonly rest: string;
  readonly ws: string;
  readonly ingest: { readonly http: string; readonly udp: number[]; readonly tcp: number[] };
  readonly redis: string;
  readonly postgres: string;
  readonly services: readonly {
    readonly name: string;
    readonly replica: number;
    readonly pid: number | null;
    readonly health: string | null;
  }[];
}

/** A whole Jetwire of real processes, as `npm start` runs it, in a folder of its own. */
export interface Instance extends AsyncDisposable {
  /** As it was when all was ready. */
  readonly ready: Ready;
  /** As it is now: pids change when a process is restarted. */
  readyNow(): Promise<Ready>;
  readonly data: string;
  /** Runs an operator's command against it. */
  jetwire(...argv: readonly string[]): Promise<unknown>;
}

const launcher = fileURLToPath(new URL("main.ts", import.meta.url));
const cli = fileURLToPath(new URL("../../../packages/cli/src/main.ts", import.meta.url));
const readyMsMax = 90_000;
const stopMsMax = 30_000;

export async function startInstance(
  portBase: number,
  environment: Readonly<Record<string, string>>,
): Promise<Instance> {
  const data = await mkdtemp(join(tmpdir(), "jetwire-instance-"));
  // As root, Postgres runs as a system user, who has to pass through.
  await chmod(data, 0o711);
  const child = spawn(
    process.execPath,
    [launcher, "--data", data, "--port-base", String(portBase), "--no-demo"],
    { env: { ...process.env, ...environment }, stdio: ["ignore", "ignore", "inherit"] },
  );
  const ready = await readyFile(child, join(data, "ready.json"));
  return {
    ready,
    readyNow: async () => JSON.parse(await readFile(join(data, "ready.json"), "utf8")) as Ready,
    data,
    jetwire: async (...argv) => JSON.parse(await output([cli, ...argv, "--json", "--data", data])),
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await Promise.race([ended, pause(stopMsMax)]);
      await rm(data, { recursive: true, force: true });
    },
  };
}

async function readyFile(child: ChildProcess, path: string): Promise<Ready> {
  const end = performance.now() + readyMsMax;
  while (performance.now() < end && child.exitCode === null) {
    const text = await readFile(path, "utf8").catch(() => null);
    if (text !== null) return JSON.parse(text) as Ready;
    await pause(200);
  }
  child.kill("SIGTERM");
  throw new Error(
    child.exitCode === null ? "Jetwire was not ready in time" : "Jetwire did not start",
  );
}

async function output(argv: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, argv, { stdio: ["ignore", "pipe", "inherit"] });
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
