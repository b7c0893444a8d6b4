import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pause, retryUntil } from "@jetwire/runtime";
import { findPortBase } from "./check-ports.ts";
import type { Ready } from "./ready-file.ts";

/** A complete Jetwire of real processes, as `npm start` runs it, in a temporary folder. */
export interface Instance extends AsyncDisposable {
  /** The content of `ready.json` when everything became ready. */
  readonly ready: Ready;
  /** Reads the current content: process ids change with restarts. */
  readyNow(): Promise<Ready>;
  readonly data: string;
  /** Runs an operator's command on this instance and returns its JSON result. */
  jetwire(...argv: readonly string[]): Promise<unknown>;
}

const launcher = fileURLToPath(new URL("main.ts", import.meta.url));
const cli = fileURLToPath(new URL("../../../packages/cli/src/main.ts", import.meta.url));
const readyMsMax = 200_000;
const stopMsMax = 30_000;

export interface InstanceOptions {
  /** The first of its ports; by default a free block is chosen. */
  readonly portBase?: number;
  /** Runs all services in one process. */
  readonly oneProcess?: boolean;
}

/** Starts an instance without demo data. Disposal stops it and removes its data. */
export async function startInstance(
  environment: Readonly<Record<string, string>>,
  { portBase, oneProcess = false }: InstanceOptions = {},
): Promise<Instance> {
  const base = portBase ?? (await findPortBase());
  const data = await mkdtemp(join(tmpdir(), "jetwire-instance-"));
  // As root, Postgres runs as another system user, which must be able to enter the folder.
  await chmod(data, 0o711);
  const child = spawn(
    process.execPath,
    [
      launcher,
      "--data",
      data,
      "--port-base",
      String(base),
      "--no-demo",
      ...(oneProcess ? ["--one-process"] : []),
    ],
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
  const ended = new AbortController();
  child.once("exit", () => ended.abort());
  try {
    const read = async () => JSON.parse(await readFile(path, "utf8")) as Ready;
    const options = { task: "start Jetwire", msMax: readyMsMax, retryMsMax: 200 };
    return await retryUntil(read, { ...options, signal: ended.signal });
  } catch (error) {
    child.kill("SIGTERM");
    throw new Error("Jetwire did not start", { cause: error });
  }
}

async function output(argv: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, argv, { stdio: ["ignore", "pipe", "inherit"] });
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
