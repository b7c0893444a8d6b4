import { writeFirehoseTick } from "@jetwire/protocol";
import { clientFrame, testMessage, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { msUntilClosed, openSession, openUpgraded } from "./raw-socket.ts";
import { type Client, openRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

function tickOf(...texts: string[]): string {
  const messages = texts.map((text) => testMessage({ text }));
  return writeFirehoseTick(
    1,
    messages.map((message) => ({ id: message.id, text: JSON.stringify(message) })),
  );
}

function textsOf({ events }: Client): unknown[] {
  return events
    .filter(([event]) => event === "message")
    .map(([, message]) => (message as { text: string }).text);
}

async function anonymous(): Promise<number> {
  const metrics = await rig.gateways[0].metrics.text();
  return Number(/jetwire_gateway_sockets\{kind="anonymous"\} (\d+)/.exec(metrics)?.[1] ?? 0);
}

test("a viewer that asks for more goes on with its subscription, its name and its limits", async () => {
  const { stationIds } = await rig.feeder("VI-ONE");
  const client = rig.connect(rig.gateways[0]);
  client.socket.emit("messages:sniff", { recent: 1 });
  const [started] = await client.next("messages:sniff:started");
  await rig.tick(tickOf("before"));
  await client.next("message");
  expect(await anonymous()).toBe(1);
  // The second event arrives while the library takes the connection over.
  client.socket.emit("station:monitor:start", stationIds[0]);
  client.socket.emit("station:monitor:stop", stationIds[0]);
  const [stopped] = await client.next("station:monitor:stopped");
  expect(stopped).toEqual({ ...(started as object), stationId: stationIds[0] });
  expect(await client.next("station:monitor:started")).toEqual([
    { ...(started as object), station: { id: stationIds[0], ident: "VI-ONE" } },
  ]);
  expect(await anonymous()).toBe(1);
  await rig.tick(tickOf("after"));
  await client.next("message", 2);
  expect(textsOf(client)).toEqual(["before", "after"]);
  // Three of ten were used.
  for (let n = 0; n < 8; n++) client.socket.emit("station:monitor:stop", 1);
  await client.next("error");
  expect(client.events.filter(([event]) => event === "station:monitor:stopped")).toHaveLength(8);
  client.socket.emit("messages:sniff:stop");
  await client.next("messages:sniff:stopped");
  await rig.tick(tickOf("later"));
  expect(await client.socket.emitWithAck("messages:sniff:stop")).toEqual({ ok: true });
  expect(textsOf(client)).toEqual(["before", "after"]);
  client.socket.disconnect();
  await until("the socket to be counted off", async () => (await anonymous()) === 0);
});

test("a viewer's events are answered in order, by events and by acknowledgements", async () => {
  const client = rig.connect(rig.gateways[0], { auth: { browserId: "mine" } });
  const asked = [
    client.socket.emitWithAck("messages:sniff", { filter: { label: ["H1"] } }),
    client.socket.emitWithAck("messages:sniff", { filter: { nonsense: 1 } }),
    client.socket.emitWithAck("messages:sniff:stop"),
  ];
  const message = "filter.nonsense: is not a filter";
  expect(await Promise.all(asked)).toEqual([
    { ok: true, filter: { label: ["H1"] } },
    { ok: false, message },
    { ok: true },
  ]);
  expect(client.events).toEqual([
    ["messages:sniff:started", { browserId: "mine" }],
    ["error", { message }],
    ["messages:sniff:stopped", { browserId: "mine" }],
  ]);
});

test("R-25: where the firehose is closed, clients without credentials are refused as before", async () => {
  const gateway = await rig.startGateway({ PUBLIC_FIREHOSE: "false" });
  const client = rig.connect(gateway);
  const answer: unknown = await client.socket.emitWithAck("messages:sniff");
  expect(answer).toEqual({ ok: false, message: "Not authenticated" });
});

test("A-08: control frames of a viewer count like packets", async () => {
  for (const first of [0x89, 0x8a]) {
    const raw = await openSession(rig.gateways[0].port);
    raw.write(Buffer.concat(Array.from({ length: 100 }, () => clientFrame("", first))));
    expect(await msUntilClosed(raw)).toBeLessThan(5_000);
  }
});

test("a viewer gets a ping every fifteen seconds, and is closed if it does not answer for ten", async () => {
  const [answering, silent] = [
    await openSession(rig.gateways[0].port),
    await openSession(rig.gateways[0].port),
  ];
  const ping = Buffer.from([0x81, 0x01, 0x32]);
  answering.on(
    "data",
    (bytes: Buffer) => bytes.includes(ping) && answering.write(clientFrame("3")),
  );
  const ms = await msUntilClosed(silent);
  expect(ms).toBeGreaterThan(23_000);
  expect(ms).toBeLessThan(45_000);
  expect(answering.destroyed).toBe(false);
  answering.destroy();
});

test.each([
  ["a packet of another namespace", "40/x,"],
  ["credentials that are no JSON", '40{"apiKey":'],
  ["an event before CONNECT", '42["messages:sniff"]'],
])("%s is left to the library, which closes", async (_what, packet) => {
  const raw = await openUpgraded(rig.gateways[0].port);
  raw.write(clientFrame(packet));
  expect(await msUntilClosed(raw)).toBeLessThan(10_000);
});

test.each(['42["messages:sniff"', "42{}", "2", ""])(
  "a viewer that sends %j is closed",
  async (packet) => {
    const raw = await openSession(rig.gateways[0].port);
    raw.write(clientFrame(packet));
    expect(await msUntilClosed(raw)).toBeLessThan(10_000);
  },
);

test("a viewer that leaves while it moves is not taken over", async () => {
  const before = await anonymous();
  const raw = await openSession(rig.gateways[0].port);
  raw.write(clientFrame('42["messages:sniff"]'));
  raw.write(clientFrame('42["station:monitor:start",1]'));
  raw.destroy();
  await until("it to be counted off", async () => (await anonymous()) === before);
  const client = rig.connect(rig.gateways[0]);
  client.socket.emit("messages:sniff");
  await client.next("messages:sniff:started");
  expect(await rig.tick(tickOf("one"))).toBe(1);
  await client.next("message");
});
