import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { pause } from "@jetwire/runtime";
import { z } from "zod";
import { endChild } from "../fanout/bench-process.ts";
import { childrenOf } from "../fanout/measure/process-cpu.ts";
import { proportionalBytes, totalCpuSeconds } from "../fanout/measure/process-use.ts";
import { type FeedClientProcess, startFeedClient } from "../pipeline/feed-client.ts";
import { type Load, runFeeders } from "../pipeline/feeders.ts";
import { keepLastOutput } from "../last-output.ts";
import type { Delivery, Subject } from "./measure.ts";

const backend = "acarshub-backend";
const serverFile = `${backend}/dist/server.js`;
const buildCommands =
  "npm ci --ignore-scripts && npm run-script build --workspace=@acarshub/types --workspace=@acarshub/backend";
const client = new URL("acars-hub-client-process.ts", import.meta.url);
const readyMsMax = 60_000;
const answerMsMax = 10_000;
const drainCheckMs = 200;
/** Limits the checks without another message, after which what is missing counts as lost. */
const idleChecksMax = 15;

/** Reads the folder of a checkout of ACARS Hub whose backend is built. */
export const AcarsHubFolder = z.string().refine((folder) => existsSync(join(folder, serverFile)), {
  error: ({ input }) =>
    `must be a checkout of ACARS Hub whose backend is built, and ${String(input)} has no ${serverFile}; build it there: ${buildCommands}`,
});

export type AcarsHub = Awaited<ReturnType<typeof startAcarsHub>>;

/**
 * Starts the backend of ACARS Hub with an empty database in a scratch folder, and a client of its live messages. It
 * uses four ports: HTTP, then UDP for ACARS, VDL2 and HFDL, in the order of the feeders' decoders.
 *
 * @throws with its last output when it ends or is not ready within a minute.
 */
export async function startAcarsHub(checkout: string, portBase: number) {
  await using stack = new AsyncDisposableStack();
  const scratch = await mkdtemp(join(tmpdir(), "jetwire-acars-hub-"));
  stack.defer(() => rm(scratch, { recursive: true, force: true }));
  const server = startServer(await realpath(checkout), environmentOf(scratch, portBase));
  stack.defer(() => endChild(server.child));
  const url = `http://127.0.0.1:${portBase}`;
  const received = stack.use(
    await startFeedClient(client, [`${url}/main`], server.readySignal).catch((cause: unknown) => {
      throw new Error(
        `ACARS Hub in ${checkout} ended, or was not ready within 60 s; its last output is\n${server.output()}`,
        { cause },
      );
    }),
  );
  const { pid = 0 } = server.child;
  const udpPorts = [portBase + 1, portBase + 2, portBase + 3];
  const started = stack.move();
  return {
    readCpu: () => new Map([["backend", totalCpuSeconds([pid, ...childrenOf(pid)])]]),
    async offer(load) {
      const delivery = await deliver({ url, udpPorts, received }, load);
      if (delivery.messages > 0) return delivery;
      throw new Error(
        `ACARS Hub in ${checkout} delivered nothing; its last output is\n${server.output()}`,
      );
    },
    memoryBytes: () => proportionalBytes(pid),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  } satisfies Subject & AsyncDisposable & { memoryBytes(): number };
}

function environmentOf(scratch: string, portBase: number) {
  return {
    PATH: process.env["PATH"],
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(portBase),
    ACARSHUB_DB: join(scratch, "messages.db"),
    RRD_PATH: join(scratch, "none.rrd"),
    DB_SAVEALL: "true",
    ENABLE_ACARS: "true",
    ENABLE_VDLM: "true",
    ENABLE_HFDL: "true",
    ACARS_CONNECTIONS: `udp://127.0.0.1:${portBase + 1}`,
    VDLM_CONNECTIONS: `udp://127.0.0.1:${portBase + 2}`,
    HFDL_CONNECTIONS: `udp://127.0.0.1:${portBase + 3}`,
  };
}

/** Starts the server. `readySignal` aborts when it has ended, or after the time in which it must be ready. */
function startServer(checkout: string, env: NodeJS.ProcessEnv) {
  // It starts only if its own path and that of its argument are equal, so that the folder is a real path.
  const child = spawn(process.execPath, [join(checkout, serverFile)], {
    // It finds its migrations here.
    cwd: join(checkout, backend),
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = keepLastOutput(child.stdout, child.stderr);
  const ended = new AbortController();
  child.once("close", () => ended.abort());
  const readySignal = AbortSignal.any([ended.signal, AbortSignal.timeout(readyMsMax)]);
  return { child, readySignal, output: () => stripVTControlCharacters(output()) };
}

interface Delivering {
  readonly url: string;
  readonly udpPorts: readonly number[];
  readonly received: FeedClientProcess;
}

async function deliver({ url, udpPorts, received }: Delivering, load: Load): Promise<Delivery> {
  const storedBefore = await countStored(url);
  const { received: before } = await received.begin();
  const { sent } = await runFeeders(udpPorts, load);
  const { received: after, p50, p99 } = await drain(received, before + sent);
  const messages = Math.min(after - before, (await countStored(url)) - storedBefore);
  return { messages, p50, p99, lost: sent - messages };
}

/** Waits until the client has received so many messages in all, or until no more arrive. */
async function drain(received: FeedClientProcess, expected: number) {
  let figures = await received.figures();
  let idle = 0;
  while (figures.received < expected && idle < idleChecksMax) {
    await pause(drainCheckMs);
    const next = await received.figures();
    idle = next.received === figures.received ? idle + 1 : 0;
    figures = next;
  }
  return figures;
}

async function countStored(url: string): Promise<number> {
  const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(answerMsMax) });
  const { database } = (await response.json()) as { database: { messages: number } };
  return database.messages;
}
