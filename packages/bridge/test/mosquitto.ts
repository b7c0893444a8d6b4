import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts, until } from "@jetwire/testbed";
import { connectAsync } from "mqtt";

/** Debian installs it where only root has it on the PATH. */
const program = ["mosquitto", "/usr/sbin/mosquitto"].find(
  // Its help ends with an exit code that is none of success.
  (name) => spawnSync(name, ["-h"], { stdio: "ignore" }).error === undefined,
);

/** The reason why tests with a broker are skipped; null if there is one. */
export const missingBroker = program === undefined ? "no mosquitto on the PATH" : null;

/** A broker that keeps sessions and messages on disk when it is stopped. */
export interface Broker extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a broker. @param settings more lines of its configuration */
export async function startBroker(settings = "allow_anonymous true"): Promise<Broker> {
  const directory = await mkdtemp(join(tmpdir(), "jetwire-mosquitto-"));
  const [port = 0] = await freePorts(1);
  const file = join(directory, "mosquitto.conf");
  const lines = [
    `listener ${port} 127.0.0.1`,
    "persistence true",
    `persistence_location ${directory}/`,
    "max_queued_messages 0",
    "user root",
    settings,
  ];
  await writeFile(file, `${lines.join("\n")}\n`);
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    child = spawn(program ?? "", ["-c", file], { stdio: "ignore" });
    await until("the broker", () => accepts(port));
  }
  async function stop(): Promise<void> {
    if (child === null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    child = null;
    await ended;
  }

  await start();
  return {
    port,
    url: `mqtt://127.0.0.1:${port}`,
    start,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const result = await Promise.race([
    once(socket, "connect").then(() => true),
    once(socket, "close").then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return result;
}

/** A message that a broker delivered. */
interface Delivered {
  readonly topic: string;
  readonly text: string;
  readonly isRetained: boolean;
  readonly json: Readonly<Record<string, unknown>>;
}

/** A subscriber whose session lasts over restarts of the broker. */
export interface Subscriber extends AsyncDisposable {
  readonly delivered: readonly Delivered[];
  /** Returns the latest text of a topic. */
  latest(topic: string): string | undefined;
}

export async function subscribe(broker: Broker, topic = "#"): Promise<Subscriber> {
  const delivered: Delivered[] = [];
  const client = await connectAsync(broker.url, {
    clientId: "subscriber",
    clean: false,
    protocolVersion: 4,
    reconnectPeriod: 100,
  });
  client.on("error", () => {});
  client.on("message", (name, payload, { retain }) => {
    const text = payload.toString();
    const json = text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
    delivered.push({ topic: name, text, isRetained: retain, json });
  });
  await client.subscribeAsync(topic, { qos: 1 });
  return {
    delivered,
    latest: (name) => delivered.findLast((one) => one.topic === name)?.text,
    async [Symbol.asyncDispose]() {
      await client.endAsync(true);
    },
  };
}
