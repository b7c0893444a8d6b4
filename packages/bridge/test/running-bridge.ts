import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createLogger } from "@jetwire/runtime";
import { type Deployment, until } from "@jetwire/testbed";
import { type RunningBridge, startBridge } from "../src/bridge.ts";
import { readBridgeConfig } from "../src/config/bridge-config.ts";
import type { BridgeStatus } from "../src/status/status.ts";

/** A bridge in this process, on ports of its own. */
export interface RunningBridgeOfTest extends AsyncDisposable {
  readonly ports: RunningBridge["ports"];
  status(): Promise<BridgeStatus>;
  output(name: string): Promise<BridgeStatus["outputs"][number]>;
  /** Stops it, and starts it again on the same directory. @param between done while it does not run */
  restart(between?: () => Promise<unknown>): Promise<void>;
}

type Variables = Readonly<Record<string, string>>;

/** Starts a bridge, and waits until it has the stream. @param key an API key; null for none */
export async function runBridge(
  jw: Pick<Deployment, "restUrl">,
  key: string | null,
  variables: Variables,
): Promise<RunningBridgeOfTest> {
  await using stack = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), "jetwire-bridge-"));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const failures: unknown[] = [];
  const log = createLogger("bridge", process.env["TEST_LOG_LEVEL"] ?? "silent");
  let bridge: RunningBridge | null = null;

  async function begin(): Promise<void> {
    const config = readBridgeConfig({
      JETWIRE_URL: jw.restUrl,
      ...(key !== null && { JETWIRE_KEY: key }),
      BRIDGE_DIRECTORY: directory,
      BRIDGE_PAGE: "0",
      ...variables,
    });
    bridge = await startBridge(config, (error) => failures.push(error), log);
    await until("the stream", async () => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      return (await status()).source.connection === "connected";
    });
  }
  async function stop(): Promise<void> {
    const stopped = bridge;
    bridge = null;
    await stopped?.[Symbol.asyncDispose]();
    if (failures.length > 0) throw failures[0];
  }
  function running(): RunningBridge {
    if (bridge === null) throw new Error("the bridge isn't running");
    return bridge;
  }
  async function status(): Promise<BridgeStatus> {
    const response = await fetch(`http://127.0.0.1:${running().ports.page}/status.json`);
    return (await response.json()) as BridgeStatus;
  }

  stack.defer(stop);
  await begin();
  const opened = stack.move();
  return {
    get ports() {
      return running().ports;
    },
    status,
    async output(name) {
      const found = (await status()).outputs.find((one) => one.name === name);
      if (found === undefined) throw new Error(`no output ${name}`);
      return found;
    },
    async restart(between) {
      await stop();
      await between?.();
      await begin();
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** A program that reads lines of a port of the bridge. */
export interface LineReader extends Disposable {
  readonly lines: readonly string[];
  readonly isOpen: boolean;
  readonly isClosed: boolean;
}

/** @param reads whether it reads what comes */
export function readLines(port: number, reads = true): LineReader {
  const lines: string[] = [];
  const socket = connect(port, "127.0.0.1");
  let rest = "";
  let isClosed = false;
  socket.on("error", () => {});
  socket.once("close", () => (isClosed = true));
  if (reads) {
    socket.on("data", (bytes) => {
      const parts = (rest + bytes.toString()).split(/\r?\n/);
      rest = parts.pop() ?? "";
      lines.push(...parts);
    });
  }
  return {
    lines,
    get isOpen() {
      return socket.readyState === "open";
    },
    get isClosed() {
      return isClosed;
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
}
