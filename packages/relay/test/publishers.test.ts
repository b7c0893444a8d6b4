import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { describeUnless, freePorts, until } from "@jetwire/testbed";
import { connect as connectMqtt } from "mqtt";
import { describe, expect, test } from "vitest";
import { freshLines, receiveTcp, runRelay } from "./running-relay.ts";

const python = "/usr/bin/python3";
const noZmq =
  spawnSync(python, ["-c", "import zmq"]).status === 0 ? null : `no pyzmq for ${python}`;
// It ends with an error after its help.
const noBroker =
  spawnSync("mosquitto", ["-h"]).error === undefined ? null : "no mosquitto on the PATH";

/** Publishes each line of its input; the first argument says which side connects, the second the address. */
const publisher = `
import sys, zmq
socket = zmq.Context().socket(zmq.PUB)
socket.bind(sys.argv[2]) if sys.argv[1] == "bind" else socket.connect(sys.argv[2])
for line in sys.stdin:
    parts = line.rstrip("\\n").split("\\t")
    socket.send_multipart([part.encode() for part in parts])
`;

/** Publishes a marker until the relay has it, because a publisher drops what nobody has subscribed to yet. */
async function untilSubscribed(send: (line: string) => unknown, lines: readonly string[]) {
  let marker = 0;
  await until("the subscription", () => {
    if (lines.length > 0) return true;
    send(JSON.stringify({ marker: marker++ }));
    return false;
  });
}

function withoutMarkers(lines: readonly string[]): string[] {
  return lines.filter((line) => !line.includes("marker"));
}

describeUnless(noZmq, "ZeroMQ by pyzmq", () => {
  test.each([
    ["bind", "zmq"],
    ["connect", "zmq-listen"],
  ])(
    "a publisher that does %s is received, also after it was started again",
    async (side, scheme) => {
      await using sink = await receiveTcp();
      const [port = 0] = await freePorts(1);
      const outputs = [{ name: "sink", to: `tcp://127.0.0.1:${sink.port}` }];
      const listen = [{ from: `${scheme}://127.0.0.1:${port}` }];
      await using relay = await runRelay(outputs, { listen });
      const sent: string[] = [];
      for (let start = 0; start < 2; start++) {
        const child = spawn(python, ["-c", publisher, side, `tcp://127.0.0.1:${port}`]);
        const send = (line: string) => child.stdin.write(`${line}\n`);
        const before = sink.lines.length;
        await untilSubscribed(send, { get length() { return sink.lines.length - before; } } as never); // prettier-ignore
        const lines = [
          ...freshLines(20),
          ...freshLines(1, "SIM-LONG", { text: "x".repeat(5_000) }),
        ];
        for (const line of lines) send(line);
        // xng sends the kind of link before.
        const [last = ""] = freshLines(1);
        send(`vdl2\t${last}`);
        sent.push(...lines, last);
        await until("the lines", () => withoutMarkers(sink.lines).length >= sent.length);
        child.kill("SIGKILL");
        await once(child, "close");
      }
      expect(withoutMarkers(sink.lines)).toEqual(sent);
      expect((await relay.status()).inputs[0]?.port).toBe(`${scheme}://127.0.0.1:${port}`);
    },
    60_000,
  );
});

describe("a peer that is no publisher of ZeroMQ", () => {
  test.each([
    ["speaks something else", Buffer.from("GET / HTTP/1.1\r\n")],
    ["speaks an older version", Buffer.from("ff00000000000000007f01".padEnd(128, "0"), "hex")],
    ["sends a frame that is too long", greetedWith("02ffffffffffffffff")],
    ["is a subscriber", greetedWith(`0419${Buffer.from("\x05READY\x0bSocket-Type\0\0\0\x03SUB", "latin1").toString("hex")}`)], // prettier-ignore
    ["sends before the handshake", greetedWith("000161")],
  ])("is disconnected: it %s", async (_, bytes) => {
    expect((await answers(bytes)).toString("latin1", 12, 16)).toBe("NULL");
  });
});

describeUnless(noBroker, "MQTT by mosquitto", () => {
  test("what decoders publish to a topic is received, but for what the broker kept", async () => {
    await using sink = await receiveTcp();
    const [port = 0] = await freePorts(1);
    const broker = await startBroker(port);
    const decoder = connectMqtt(`mqtt://127.0.0.1:${port}`);
    await decoder.publishAsync("acarsdec/OLD", freshLines(1)[0] ?? "", { retain: true });
    const outputs = [{ name: "sink", to: `tcp://127.0.0.1:${sink.port}` }];
    const listen = [{ from: `mqtt://127.0.0.1:${port}/acarsdec/#` }];
    await using relay = await runRelay(outputs, { listen });
    await untilSubscribed((line) => decoder.publish("acarsdec/A", line), sink.lines);
    const lines = freshLines(50);
    for (const line of lines) await decoder.publishAsync("acarsdec/A", line, { qos: 1 });
    await decoder.publishAsync("other/A", freshLines(1)[0] ?? "", { qos: 1 });
    await until("the lines", () => withoutMarkers(sink.lines).length >= lines.length);
    expect(withoutMarkers(sink.lines)).toEqual(lines);
    await decoder.endAsync(true);
    await relay.stop();
    broker.kill("SIGKILL");
    await once(broker, "close");
  }, 60_000);
});

async function answers(bytes: Buffer): Promise<Buffer> {
  const [port = 0] = await freePorts(1);
  const listen = [{ from: `zmq-listen://127.0.0.1:${port}` }];
  await using relay = await runRelay([{ name: "none", to: "udp://127.0.0.1:9" }], { listen });
  expect(relay.ports).toEqual([port]);
  const socket = connectTcp(port, "127.0.0.1");
  const received: Buffer[] = [];
  socket.on("data", (chunk) => received.push(chunk));
  socket.on("error", () => {});
  socket.write(bytes);
  await once(socket, "close");
  return Buffer.concat(received);
}

function greetedWith(hex: string): Buffer {
  const greeting = Buffer.alloc(64);
  greeting[0] = 0xff;
  greeting[9] = 0x7f;
  greeting[10] = 3;
  greeting.write("NULL", 12);
  return Buffer.concat([greeting, Buffer.from(hex, "hex")]);
}

async function startBroker(port: number): Promise<ChildProcess> {
  const broker = spawn("mosquitto", ["-p", String(port)], { stdio: "ignore" });
  await until("the broker", async () => {
    const socket = connectTcp(port, "127.0.0.1");
    const opened = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    return opened;
  });
  return broker;
}
