import { clientFrame, nested } from "@jetwire/testbed";
import { clientEvent } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { msUntilClosed, openRaw, openSession, openUpgraded, readUntil } from "./raw-socket.ts";
import { openRig, type Rig } from "./rig.ts";
import { ask, createUsers, payloads } from "./signed-in.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

test("A-11, A-12: a connection that sends nothing, half a request, or no CONNECT is closed within 10 s", async () => {
  const { port } = rig.gateways[0];
  const silent = await openRaw(port);
  const half = await openRaw(port);
  half.write("GET /socket.io/?EIO=4 HTTP/1.1\r\nHost: x\r\nX-Drip:");
  const dripping = setInterval(() => half.write("x"), 500);
  const unconnected = await openUpgraded(port);
  const ms = await Promise.all([silent, half, unconnected].map(msUntilClosed));
  clearInterval(dripping);
  const [a = 0, b = 0, c = 0] = ms.map(Math.round);
  console.log(`closed: silent after ${a} ms, half a request ${b} ms, no CONNECT ${c} ms`);
  expect(Math.max(...ms)).toBeLessThan(10_000);
});

test("A-08: a flood of unknown events ends the connection after half as many as of known ones", async () => {
  const passed: number[] = [];
  for (const packet of ['42["station:monitor:stop",1]', '42["no:such:event",1]']) {
    const raw = await openSession(rig.gateways[0].port);
    let answers = 0;
    raw.on("data", (bytes) => (answers += bytes.toString("latin1").split("42[").length - 1));
    for (let i = 0; i < 1_000; i++) raw.write(clientFrame(packet));
    const ms = await msUntilClosed(raw);
    expect(ms).toBeLessThan(2_000);
    passed.push(answers);
  }
  const counted = await rig.gateways[0].metrics.text();
  expect(counted).toContain('jetwire_gateway_connections_cut_total{reason="flood"} 2');
  expect(passed[1]).toBe(0);
});

test("A-06: events without, with many or with unexpected arguments are answered or ignored, never fatal", async () => {
  const client = rig.connect(rig.gateways[0]);
  const deep = JSON.parse("[".repeat(1_000) + "]".repeat(1_000)) as unknown;
  for (const argument of [deep, { filter: deep }, "x".repeat(4_000)]) {
    client.socket.emit("messages:sniff", argument, argument, argument);
  }
  await client.next("error", 3);
  client.socket.emit("messages:sniff");
  expect(await client.next("messages:sniff:started")).toHaveLength(1);
});

test.each([
  ["a number that overflows", "1e400"],
  ["a number beyond the integers", "9007199254740992"],
  ["a list of lists that no walk survives", nested(7_000)],
])("A-06, A-07: a station id that is %s is not found", async (_what, argument) => {
  const raw = await openSession(rig.gateways[0].port);
  raw.write(clientFrame(`42["station:monitor:start",${argument}]`));
  await readUntil(raw, '["error",{"message":"Station not found"}]');
  expect(raw.destroyed).toBe(false);
  raw.destroy();
});

const text = (payload: string, first = 0x81) => clientFrame(payload, first);
const attachments = (count: number) =>
  `45${count}-["messages:sniff",${Array.from({ length: count }, (_, num) =>
    JSON.stringify({ _placeholder: true, num }),
  ).join(",")}]`;

test.each([
  ["a packet over 16 KiB", [text(`42["messages:sniff","${"x".repeat(17_000)}"]`)]],
  ["a credential of 60 KB", [text(`40{"token":"${"x".repeat(60_000)}"}`)]],
  ["more than ten attachments", [text(attachments(11))]],
  ["an attachment that nothing announced", [text("x", 0x82)]],
  ["a message in more pieces than it may have bytes", fragments(17_000, "x")],
  ["a message in empty pieces without end", fragments(20_000, "")],
  [
    "a frame that claims to be huge",
    [Buffer.from([0x82, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])],
  ],
  ["a frame that isn't masked", [Buffer.from([0x81, 0x01, 0x34])]],
  ["bytes that are no UTF-8", [clientFrame(Buffer.from([0x34, 0x32, 0xff, 0xfe]))]],
])("A-10: %s ends the connection", async (_what, frames) => {
  const raw = await openSession(rig.gateways[0].port);
  raw.write(Buffer.concat(frames));
  expect(await msUntilClosed(raw)).toBeLessThan(5_000);
});

function fragments(count: number, piece: string): Buffer[] {
  const pieces = Array.from({ length: count }, () => clientFrame(piece, 0x00));
  return [clientFrame("4", 0x01), ...pieces];
}

test("A-10: binary attachments are ignored; one that never arrives delays no other client", async () => {
  const { port } = rig.gateways[0];
  const waiting = await openSession(port);
  waiting.write(clientFrame(attachments(5)));
  const whole = await openSession(port);
  const event = `451-["station:monitor:start",{"_placeholder":true,"num":0}]`;
  whole.write(Buffer.concat([text(event), text("\u0000", 0x82)]));
  await readUntil(whole, "Station not found");
  whole.write(clientFrame('42["messages:sniff"]'));
  await readUntil(whole, "messages:sniff:started");
  expect(whole.destroyed).toBe(false);
  waiting.destroy();
  whole.destroy();
});

test("A-42: keys of prototypes in handshakes and in every event pollute nothing", async () => {
  const users = await createUsers(rig);
  const user = await users.add();
  const poison = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
  const auth = JSON.parse(poison.replace("{", `{"token":"${await user.token()}",`)) as object;
  const client = rig.connect(rig.gateways[0], { auth });
  await client.next("presence:snapshot");
  const recipient = `"recipientId":"${user.userId}","userId":"${user.userId}","body":"x","isTyping":true`;
  for (const payload of [
    poison,
    poison.replace("{", `{${recipient},`),
    `{"filter":${poison}}`,
    `[${poison}]`,
  ]) {
    for (const event of Object.values(clientEvent)) {
      await ask(client, event, JSON.parse(payload));
    }
  }
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(JSON.stringify(payloads(client, "chat:message:new"))).not.toContain("polluted");
});
