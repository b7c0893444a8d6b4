import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createLogger } from "@jetwire/runtime";
import { acarsdecLine, freePorts, until } from "@jetwire/testbed";
import { RelayConfig } from "../src/config/relay-config.ts";
import { startRelay } from "../src/relay.ts";
import type { RelayStatus } from "../src/status/status.ts";

/** A relay in this process, on ports of its own; it can be stopped and started on the same directory. */
export interface RunningRelayOfTest extends AsyncDisposable {
  readonly directory: string;
  readonly ports: readonly number[];
  status(): Promise<RelayStatus>;
  /** Waits until an output has nothing left. */
  drained(output: string): Promise<RelayStatus["outputs"][number]>;
  output(name: string): Promise<RelayStatus["outputs"][number]>;
  /** Sends lines over TCP to the first port, and waits until they are written to the disk. */
  send(lines: readonly string[]): Promise<void>;
  stop(): Promise<void>;
  begin(over?: object): Promise<void>;
}

type Outputs = readonly Readonly<Record<string, unknown>>[];

/** Starts a relay with one port for TCP and one for UDP. */
export async function runRelay(
  outputs: Outputs,
  over: Readonly<Record<string, unknown>> = {},
): Promise<RunningRelayOfTest> {
  await using stack = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), "jetwire-relay-"));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const failures: unknown[] = [];
  const level = process.env["TEST_LOG_LEVEL"] ?? "silent";
  let relay: Awaited<ReturnType<typeof startRelay>> | null = null;
  let received = 0;

  async function begin(more: object = {}): Promise<void> {
    const config = RelayConfig.parse({
      host: "127.0.0.1",
      listen: [{ name: "tcp", tcp: 0 }, { name: "udp", udp: 0 }],
      outputs,
      directory,
      page: { port: 0 },
      ...over,
      ...more,
    }); // prettier-ignore
    received = 0;
    relay = await startRelay(config, (error) => failures.push(error), createLogger("relay", level));
  }
  async function stop(): Promise<void> {
    const stopped = relay;
    relay = null;
    await stopped?.[Symbol.asyncDispose]();
    if (failures.length > 0) throw failures[0];
  }
  function running() {
    if (relay === null) throw new Error("the relay isn't running");
    return relay;
  }
  async function status(): Promise<RelayStatus> {
    const response = await fetch(`http://127.0.0.1:${running().pagePort}/status.json`);
    return (await response.json()) as RelayStatus;
  }
  async function output(name: string) {
    const found = (await status()).outputs.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no output ${name}`);
    return found;
  }
  async function written(lines: number): Promise<void> {
    await until(`${lines} lines on disk`, async () => {
      const { inputs, buffer } = await status();
      return inputs.reduce((sum, one) => sum + one.lines, 0) >= lines && buffer.pending === 0;
    });
  }

  stack.defer(stop);
  await begin();
  const opened = stack.move();
  return {
    directory,
    get ports() {
      return running().ports;
    },
    status,
    output,
    async drained(name) {
      return await until(`${name} to take everything`, async () => {
        const one = await output(name);
        return one.waiting.lines === 0 && one;
      });
    },
    async send(lines) {
      received += lines.length;
      await sendTcp(running().ports[0] ?? 0, lines);
      await written(received);
    },
    stop,
    begin,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function sendTcp(port: number, lines: readonly string[]): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.end(lines.map((line) => `${line}\n`).join(""));
  socket.resume();
  await once(socket, "close");
}

let made = 0;

/** Lines of acarsdec with texts that nobody has sent yet. */
export function freshLines(count: number, station = "SIM-RELAY", over: object = {}): string[] {
  return Array.from({ length: count }, () => acarsdecLine(station, `RELAYED ${made++}`, over));
}

/** Lines as a program received them. */
export interface LineSink extends AsyncDisposable {
  readonly port: number;
  readonly lines: readonly string[];
}

/** A program that receives datagrams. */
export async function receiveUdp(port = 0): Promise<LineSink> {
  const lines: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (bytes) => lines.push(bytes.toString()));
  socket.bind(port, "127.0.0.1");
  await once(socket, "listening");
  return {
    port: socket.address().port,
    lines,
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** A program that accepts connections. @param reads whether it reads what comes */
export async function receiveTcp(reads = true, port = 0): Promise<LineSink> {
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    if (!reads) return;
    let rest = "";
    socket.on("data", (bytes) => {
      const parts = (rest + bytes.toString()).split("\n");
      rest = parts.pop() ?? "";
      lines.push(...parts);
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    lines,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const [port] = await freePorts(1);
  return port ?? 0;
}
