import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { freePorts, until } from "@jetwire/testbed";

/** The members of its `/status.json` that are measured. */
interface RelayStatus {
  readonly buffer: { readonly bytes: number; readonly pending: number };
  readonly inputs: readonly { readonly lines: number }[];
  readonly outputs: readonly {
    readonly dropped: number;
    readonly waiting: { readonly lines: number };
  }[];
}

/** A relay as a process. */
export type Relay = Awaited<ReturnType<typeof startRelay>>;

/**
 * Starts the one file of the relay, with a buffer of its own in the directory.
 *
 * @param arenas how many heaps the C library may use
 */
export async function startRelay(
  directory: string,
  argv: readonly string[],
  to: string,
  arenas?: string,
) {
  const [tcp = 0, page = 0] = await freePorts(2);
  const buffer = await mkdtemp(join(directory, "buffer-"));
  const config = join(directory, "relay.json");
  const outputs = [{ name: "jetwire", to, collectSeconds: 0 }];
  const settings = { host: "127.0.0.1", listen: [{ tcp }], outputs, directory: buffer, page: { port: page }, logLevel: "error" }; // prettier-ignore
  await writeFile(config, JSON.stringify(settings));
  const child = spawn(process.execPath, [...argv, "--config", config], {
    env: { ...process.env, ...(arenas !== undefined && { MALLOC_ARENA_MAX: arenas }) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const socket = await until("the relay", () => connected(tcp));
  return {
    pid: child.pid ?? 0,
    buffer,
    async status(): Promise<RelayStatus> {
      return (await (await fetch(`http://127.0.0.1:${page}/status.json`)).json()) as RelayStatus;
    },
    /** Sends one line after another, as fast as the relay takes them. */
    async sendAll(lines: Iterable<string>): Promise<void> {
      for (const line of lines) if (!socket.write(`${line}\n`)) await once(socket, "drain");
    },
    send: (lines: readonly string[]): void =>
      void socket.write(lines.map((line) => `${line}\n`).join("")),
    async [Symbol.asyncDispose]() {
      socket.destroy();
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}

async function connected(port: number): Promise<Socket | null> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return socket;
  } catch {
    return null;
  }
}

/** Returns the most memory that a process has had. */
export async function peakBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
}
