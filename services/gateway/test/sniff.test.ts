import { type EnrichedMessage, writeFirehoseTick } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

function enriched(text: string): EnrichedMessage {
  const station = { id: 1, ident: "XX-1", sourceType: "acars" };
  const nowhere = { countryCode: null, latitude: null, longitude: null };
  return {
    ...testMessage({ text }),
    station: { ...station, ...nowhere },
    airframe: null,
    flight: null,
  };
}

function tickOf(...messages: EnrichedMessage[]): string {
  return writeFirehoseTick(
    1,
    messages.map((message) => ({ id: message.id, text: JSON.stringify(message) })),
  );
}

test("R-31, R-33, R-34: a subscriber gets every message of a tick once, until the stop", async () => {
  const auth = { browserId: "my-browser" };
  const sniffing = rig.connect(rig.gateways[0], { auth });
  const elsewhere = rig.connect(rig.gateways[1]);
  const bystander = rig.connect(rig.gateways[0]);
  sniffing.socket.emit("messages:sniff");
  sniffing.socket.emit("messages:sniff");
  elsewhere.socket.emit("messages:sniff");
  bystander.socket.emit("station:monitor:stop", 1);
  expect(await sniffing.next("messages:sniff:started", 2)).toEqual([{ browserId: "my-browser" }]);
  await elsewhere.next("messages:sniff:started");
  await bystander.next("station:monitor:stopped");

  const messages = [enriched("short ☃"), enriched("long ".repeat(30_000)), enriched("")];
  expect(await rig.tick(tickOf(...messages))).toBe(2);
  for (const client of [sniffing, elsewhere]) {
    await client.next("message", messages.length);
    const got = client.events.filter(([event]) => event === "message");
    expect(got).toEqual(messages.map((message) => ["message", message]));
  }
  sniffing.socket.emit("messages:sniff:stop");
  expect(await sniffing.next("messages:sniff:stopped")).toEqual([{ browserId: "my-browser" }]);
  await rig.tick(tickOf(enriched("after")));
  await elsewhere.next("message", messages.length + 1);
  sniffing.socket.emit("station:monitor:stop", 1);
  await sniffing.next("station:monitor:stopped");
  expect(sniffing.events.filter(([event]) => event === "message")).toHaveLength(messages.length);
  expect(bystander.events).toHaveLength(1);
});

test("a client's acknowledgement callback is answered", async () => {
  const client = rig.connect(rig.gateways[0]);
  const sniffed: unknown = await client.socket.emitWithAck("messages:sniff");
  expect(sniffed).toEqual({ ok: true, filter: {} });
  const answer: unknown = await client.socket.emitWithAck("station:monitor:start", "x");
  expect(answer).toEqual({ ok: false, message: "Station not found" });
});

test("R-48, R-50: the eleventh subscribe-type event of a minute has no effect but the error", async () => {
  const client = rig.connect(rig.gateways[0]);
  for (let i = 0; i < 10; i++) client.socket.emit("station:monitor:stop", 1);
  await client.next("station:monitor:stopped", 10);
  client.socket.emit("messages:sniff");
  expect(await client.next("error")).toEqual([{ message: "Rate limit exceeded" }]);
  client.socket.emit("station:monitor:stop", 1);
  expect(await client.next("error", 2)).toEqual([{ message: "Rate limit exceeded" }]);
  // A firehose is left at any time.
  client.socket.emit("messages:sniff:stop");
  await client.next("messages:sniff:stopped");
  expect(client.events.some(([event]) => event === "messages:sniff:started")).toBe(false);
});

test("A-25: unreadable data on channels stops nothing", async () => {
  const client = rig.connect(rig.gateways[0]);
  client.socket.emit("messages:sniff");
  await client.next("messages:sniff:started");
  const main = `${rig.keys.adapterPrefix}#/#`;
  const room = `${main}messages:sniff#`;
  for (const garbage of [
    "null",
    '{"nsp":"/","type":3}',
    "\u0000\u00ff",
    '{"nsp":"/","type":6}',
    "",
  ]) {
    for (const channel of [main, room, rig.keys.firehoseChannel]) {
      await rig.redis.spublish(channel, garbage);
    }
  }
  const message = enriched("still there");
  await rig.tick(tickOf(message));
  expect(await client.next("message")).toEqual([message]);
});
