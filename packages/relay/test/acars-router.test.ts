import { createSocket } from "node:dgram";
import { once } from "node:events";
import { connect } from "node:net";
import { linesOfLinks } from "@jetwire/decoders/samples";
import { pause } from "@jetwire/runtime";
import {
  type AcarsRouter,
  type Deployment,
  describeUnless,
  freePorts,
  noAcarsRouter,
  startAcarsRouter,
  startDeployment,
  until,
} from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshLines, type LineSink, receiveTcp, runRelay } from "./running-relay.ts";

/** The links that the router knows, each with ports of its own. */
const links = Object.keys(linesOfLinks) as (keyof typeof linesOfLinks)[];
const perLink = 40;

type Options = Readonly<Record<string, string | number>>;

/** Starts a router with these options for each link. */
async function route(
  optionsOf: (link: string, index: number) => Options,
  more: Options = {},
): Promise<AcarsRouter> {
  const options = links.map(optionsOf);
  return await startAcarsRouter(Object.assign({ ...more }, ...options) as Options);
}

/** Sends a line to the port of its link. */
type Send = (link: number, line: string) => Promise<unknown>;

/** Sends lines of all links, at the pace of a busy station, so that datagrams find room. Returns their texts, sorted. */
async function sendAll(station: string, send: Send): Promise<string[]> {
  const sent: string[] = [];
  for (let n = 0; n < perLink; n++) {
    for (const [index, link] of links.entries()) {
      const text = `${link.toUpperCase()} ${station} ${n}`;
      await send(index, linesOfLinks[link](station, text));
      sent.push(text);
    }
    await pause(5);
  }
  return sent.toSorted();
}

async function datagramsTo(ports: readonly number[]): Promise<{ send: Send } & AsyncDisposable> {
  const socket = createSocket("udp4");
  return {
    send: async (link, line) =>
      await new Promise((resolve) => socket.send(line, ports[link], "127.0.0.1", resolve)),
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

async function linesTo(ports: readonly number[]): Promise<{ send: Send } & AsyncDisposable> {
  const sockets = await Promise.all(ports.map(connected));
  return {
    send: async (link, line) =>
      await new Promise((resolve) => sockets[link]?.write(`${line}\n`, resolve)),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Connects to a port as soon as something listens on it. */
async function connected(port: number) {
  return await until(`port ${port}`, async () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    const opened = once(socket, "connect").then(() => socket);
    return await Promise.race([opened, once(socket, "close").then(() => null)]).catch(() => null);
  });
}

describeUnless(noAcarsRouter, "acars_router before Jetwire", () => {
  let jetwire: Deployment;
  beforeAll(async () => {
    // The router refuses to send two links to the same port.
    const [udp, tcp] = [await freePorts(links.length), await freePorts(links.length)];
    jetwire = await startDeployment({
      gateways: 0,
      workers: { fanout: 0, sampler: 0 },
      environment: { INGEST_UDP_PORTS: udp.join(","), INGEST_TCP_PORTS: tcp.join(",") },
    });
  });
  afterAll(() => jetwire[Symbol.asyncDispose]());

  async function expectStored(station: string, sent: readonly string[]) {
    const texts = async () => {
      const rows = await jetwire.database.sql<{ body: string }[]>`
        select m.body from messages m join stations s on s.id = m.station_id
        where s.ident = ${station}`;
      return rows.map(({ body }) => body).toSorted();
    };
    await until("all messages", async () => (await texts()).length >= sent.length).catch(() => {});
    expect(await texts()).toEqual(sent);
  }

  test("what it gets over UDP and sends over UDP is stored once each", async () => {
    const ports = await freePorts(links.length);
    await using router = await route((link, index) => ({
      [`listen-udp-${link}`]: ports[index] ?? 0,
      [`send-udp-${link}`]: `127.0.0.1:${jetwire.ingest.udpPorts[index]}`,
    }));
    await router.listening(links.length);
    await using decoders = await datagramsTo(ports);
    const sent = await sendAll("SIM-UDP-UDP", decoders.send);
    await expectStored("SIM-UDP-UDP", sent);
  });

  test("what it gets over TCP and sends over TCP is stored once each", async () => {
    const ports = await freePorts(links.length);
    await using router = await route((link, index) => ({
      [`listen-tcp-${link}`]: ports[index] ?? 0,
      [`send-tcp-${link}`]: `127.0.0.1:${jetwire.ingest.tcpPorts[index]}`,
    }));
    await using decoders = await linesTo(ports);
    const sent = await sendAll("SIM-TCP-TCP", decoders.send);
    await expectStored("SIM-TCP-TCP", sent);
  });

  test("what it serves over ZeroMQ is received by the relay, and stored once each", async () => {
    const [listen, served] = [await freePorts(links.length), await freePorts(links.length)];
    await using router = await route((link, index) => ({
      [`listen-tcp-${link}`]: listen[index] ?? 0,
      [`serve-zmq-${link}`]: served[index] ?? 0,
    }));
    const url = `http://127.0.0.1:${jetwire.ingest.httpPort}/v1/ingest`;
    await using relay = await runRelay([{ name: "jetwire", to: url, collectSeconds: 0 }], {
      listen: served.map((port) => ({ from: `zmq://127.0.0.1:${port}` })),
    });
    await using decoders = await linesTo(listen);
    // A publisher drops what nobody has subscribed to yet.
    await until("the subscriptions", async () => {
      for (const [index, link] of links.entries()) {
        await decoders.send(index, linesOfLinks[link]("SIM-MARKER", `MARKER ${performance.now()}`));
      }
      const { inputs } = await relay.status();
      return inputs.every(({ lines }) => lines > 0);
    });
    const sent = await sendAll("SIM-TCP-ZMQ", decoders.send);
    await expectStored("SIM-TCP-ZMQ", sent);
  });
});

describeUnless(noAcarsRouter, "acars_router behind the relay", () => {
  test.each([
    ["tcp", "listen-tcp"],
    ["udp", "listen-udp"],
  ])("gets every line that the relay sends to it over %s", async (scheme, option) => {
    const [port = 0] = await freePorts(1);
    await using sink = await receiveTcp();
    await using router = await startAcarsRouter({
      [`${option}-acars`]: port,
      "send-tcp-acars": `127.0.0.1:${sink.port}`,
    });
    await router.listening(1);
    await using relay = await runRelay([{ name: "router", to: `${scheme}://127.0.0.1:${port}` }]);
    await expectRouted(relay, sink);
  });

  test("gets every line of a port of the relay that it connects to, also those that waited for it", async () => {
    const [port = 0] = await freePorts(1);
    await using sink = await receiveTcp();
    await using relay = await runRelay([{ name: "router", to: `listen://127.0.0.1:${port}` }]);
    const early = freshLines(20);
    await relay.send(early);
    await using router = await startAcarsRouter({
      "receive-tcp-acars": `127.0.0.1:${port}`,
      "send-tcp-acars": `127.0.0.1:${sink.port}`,
    });
    await expectRouted(relay, sink, early);
  });
});

function textOf(line: string): unknown {
  return (JSON.parse(line) as { text: unknown }).text;
}

/** Sends lines by the relay, and expects each once, in order, with the name of the router. */
async function expectRouted(
  relay: Awaited<ReturnType<typeof runRelay>>,
  sink: LineSink,
  before: readonly string[] = [],
): Promise<void> {
  const lines = freshLines(200);
  for (let at = 0; at < lines.length; at += 20) await relay.send(lines.slice(at, at + 20));
  const sent = [...before, ...lines];
  await until("the lines", () => sink.lines.length >= sent.length).catch(() => {});
  expect(sink.lines.map(textOf)).toEqual(sent.map(textOf));
  expect(sink.lines.every((line) => line.includes('"proxied_by":"acars_router"'))).toBe(true);
}
