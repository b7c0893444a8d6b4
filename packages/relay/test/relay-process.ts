import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePorts, until } from "@jetwire/testbed";
import type { RelayStatus } from "../src/status/status.ts";

const bundler = fileURLToPath(new URL("../src/build/bundle.ts", import.meta.url));

/** The one file of a relay as a process, which can be killed and started again. */
export interface RelayProcess extends AsyncDisposable {
  readonly pid: number;
  status(): Promise<RelayStatus>;
  /** Sends datagrams at a pace, and waits until their lines are written. */
  send(lines: readonly string[]): Promise<void>;
  /** Sends datagrams at a pace. */
  sendUnwritten(lines: readonly string[]): Promise<void>;
  begin(): Promise<void>;
  /** Ends the process by a signal. Returns its exit code; null if it did not end by itself. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Makes the one file, and starts it.
 *
 * @param outputs as in the configuration
 * @param limits how large a file of the process may become, by default without a limit
 */
export async function startRelayProcess(
  outputs: readonly object[],
  limits: { readonly fileKilobytesMax?: number } = {},
): Promise<RelayProcess> {
  const directory = await mkdtemp(join(tmpdir(), "jetwire-relay-"));
  const program = join(directory, "jetwire-relay.mjs");
  await promisify(execFile)(process.execPath, [bundler, program]);
  const [udp = 0, page = 0] = await freePorts(2);
  const config = {
    host: "127.0.0.1",
    listen: [{ name: "udp", udp }],
    outputs,
    directory: join(directory, "buffer"),
    page: { port: page },
    logLevel: "error",
  };
  const file = join(directory, "relay.json");
  await writeFile(file, JSON.stringify(config));
  let child: ChildProcess | null = null;
  let received = 0;

  async function status(): Promise<RelayStatus> {
    return (await (await fetch(`http://127.0.0.1:${page}/status.json`)).json()) as RelayStatus;
  }
  async function sendUnwritten(lines: readonly string[]): Promise<void> {
    const socket = createSocket("udp4");
    for (const line of lines) {
      await new Promise((resolve) => socket.send(line, udp, "127.0.0.1", resolve));
    }
    socket.close();
  }
  async function begin(): Promise<void> {
    received = 0;
    const { fileKilobytesMax: kilobytes = "unlimited" } = limits;
    const command = `ulimit -f ${kilobytes}; exec "$0" "$@"`;
    child = spawn("bash", ["-c", command, process.execPath, program, "--config", file], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    await until("the relay", () => status().catch(() => null));
  }
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child === null) return null;
    const ended = once(child, "exit") as Promise<[number | null]>;
    child.kill(signal);
    child = null;
    return (await ended)[0];
  }

  await begin();
  return {
    get pid() {
      return child?.pid ?? 0;
    },
    status,
    sendUnwritten,
    async send(lines) {
      await sendUnwritten(lines);
      received += lines.length;
      await until("the lines to be written", async () => {
        const { inputs, buffer } = await status();
        return inputs[0]?.lines === received && buffer.pending === 0;
      });
    },
    begin,
    end,
    async [Symbol.asyncDispose]() {
      await end("SIGKILL");
      await rm(directory, { recursive: true, force: true });
    },
  };
}
