import { afterAll, beforeAll, expect, test } from "vitest";
import { clientFrame, msUntilClosed, openRaw, openSession, openUpgraded } from "./raw-socket.ts";
import { openRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

test("A-11, A-12: who says nothing, half a request, or never CONNECT is closed within 10 s", async () => {
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

test("A-06: events with nothing, much or strange arguments are answered or passed over, never fatal", async () => {
  const client = rig.connect(rig.gateways[0]);
  const deep = JSON.parse("[".repeat(1_000) + "]".repeat(1_000)) as unknown;
  for (const argument of [deep, { filter: deep }, "x".repeat(4_000)]) {
    client.socket.emit("messages:sniff", argument, argument, argument);
  }
  await client.next("error", 3);
  client.socket.emit("messages:sniff");
  expect(await client.next("messages:sniff:started")).toHaveLength(1);
});
