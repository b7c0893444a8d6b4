import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pause } from "@jetwire/runtime";
import {
  acarsdecLine,
  addFeeder,
  createSeededRandom,
  type Deployment,
  describeUnless,
  postLines,
  startDeployment,
  until,
} from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Broker, missingBroker, startBroker, subscribe } from "./mosquitto.ts";

const rounds = 6;
const linesPerRound = 150;
const seed = 20_261_125;
const ident = "KI-LLS1";
const program = new URL("../src/main.ts", import.meta.url).pathname;

describeUnless(missingBroker, "a bridge and a broker that end at any moment", () => {
  const stack = new AsyncDisposableStack();
  let jw: Deployment;
  let key: string;
  let broker: Broker;
  beforeAll(async () => {
    jw = stack.use(await startDeployment());
    ({ apiKey: key } = await addFeeder(jw, "alice", ident));
    broker = stack.use(await startBroker());
  });
  afterAll(() => stack.disposeAsync());

  test("lose no message of the feed, and what comes twice has the same id", async () => {
    const random = createSeededRandom(seed);
    const directory = await mkdtemp(join(tmpdir(), "jetwire-bridge-"));
    stack.defer(() => rm(directory, { recursive: true, force: true }));
    await using subscriber = await subscribe(broker);
    await using sink = await receiveLines();
    let child: ChildProcess = start(directory, sink.port);
    const kill = async (): Promise<void> => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    };
    stack.defer(kill);
    await until("a position", () =>
      access(join(directory, "position.json")).then(
        () => true,
        () => false,
      ),
    );
    const texts: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const lines = Array.from({ length: linesPerRound }, (_, line) => `KILLS ${round} ${line}`);
      texts.push(...lines);
      const restart = random.chance(0.5) ? broker.stop() : null;
      await postLines(
        jw,
        lines.map((text) => acarsdecLine(ident, text)),
      );
      // The moment of the kill: before, within or after what the round has sent.
      await pause(random.integer(0, 1_500));
      await kill();
      await restart;
      if (restart) await broker.start();
      child = start(directory, sink.port);
    }
    const published = () => subscriber.delivered.filter(({ topic }) => topic.endsWith("/acars"));
    const publishedTexts = () => new Set(published().map(({ json }) => json["text"]));
    await until("everything over MQTT", () => publishedTexts().size === texts.length, 120_000);
    expect(publishedTexts()).toEqual(new Set(texts));
    // A text was sent once, so that equal texts must be equal messages.
    expect(new Set(published().map(({ json }) => json["id"])).size).toBe(texts.length);
    await until("everything over TCP", () => new Set(sink.texts()).size === texts.length);
    const { latest } = subscriber;
    await until("online", () => latest("jetwire/status") === "online");
    await kill();
    await until("the last will", () => latest("jetwire/status") === "offline");
    child = start(directory, sink.port);
  }, 300_000);

  function start(directory: string, port: number): ChildProcess {
    const options = ["--directory", directory, "--page", "0", "--log-level", "error"];
    const outputs = ["--mqtt", broker.url, "--send", `tcp://127.0.0.1:${port}`];
    const env = { PATH: process.env["PATH"], JETWIRE_URL: jw.restUrl, JETWIRE_KEY: key };
    return spawn(process.execPath, [program, ...options, ...outputs], {
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
});

/** A program that receives lines over TCP. */
async function receiveLines() {
  const received: string[] = [];
  const server = createServer((socket) => {
    let rest = "";
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      const parts = (rest + bytes.toString()).split("\n");
      rest = parts.pop() ?? "";
      received.push(...parts);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    texts: () => received.map((line) => (JSON.parse(line) as { text: string }).text),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
