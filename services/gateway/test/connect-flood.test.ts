import { clientFrame } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { msUntilClosed, openUpgraded } from "./raw-socket.ts";
import { openRig } from "./rig.ts";

test("A-01: a flood of CONNECT packets on one connection opens one session at most and ends the connection", async () => {
  await using rig = await openRig();
  const { apiKey } = await rig.feeder("AA-FLOOD");
  const [gateway] = rig.gateways;
  const url = `ws://127.0.0.1:${gateway.port}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(url);
  const answers: string[] = [];
  const closed = Promise.withResolvers<void>();
  socket.addEventListener("close", () => closed.resolve());
  socket.addEventListener("message", ({ data }) => {
    const text = String(data);
    if (!text.startsWith("0")) {
      answers.push(text);
      return;
    }
    for (let i = 0; i < 1_000; i++) socket.send(`40${JSON.stringify({ apiKey })}`);
  });
  await closed.promise;
  const sessions = answers.filter((text) => text.startsWith("40")).length;
  console.log(`1,000 CONNECTs on one connection: ${sessions} sessions, then closed`);
  expect(sessions).toBe(0);
  expect(await gateway.metrics.text()).toMatch(/\{reason="(flood|second-connect)"\} 1\n/);
});

test.each([
  ["without credentials", false],
  ["with a key", true],
])(
  "G17: a second CONNECT packet %s ends the connection before the first has been answered",
  async (_credentials, hasKey) => {
    await using rig = await openRig();
    const [gateway] = rig.gateways;
    const { apiKey } = await rig.feeder("AA-TWICE");
    const connect = clientFrame(hasKey ? `40${JSON.stringify({ apiKey })}` : "40");
    const refused = 'jetwire_gateway_connections_refused_total{reason="second-connect"} ';
    const atOnce = await openUpgraded(gateway.port);
    atOnce.write(Buffer.concat([connect, connect]));
    await msUntilClosed(atOnce);
    expect(await gateway.metrics.text()).toContain(`${refused}1\n`);
  },
);

test("R-19: a WebSocket client that does not speak Socket.IO is closed", async () => {
  await using rig = await openRig();
  const socket = new WebSocket(`ws://127.0.0.1:${rig.gateways[0].port}/`);
  const failed = Promise.withResolvers<void>();
  socket.addEventListener("error", () => failed.resolve());
  await failed.promise;
  expect(socket.readyState).not.toBe(WebSocket.OPEN);
});

test("R-19: polling is not offered", async () => {
  await using rig = await openRig();
  const address = `http://127.0.0.1:${rig.gateways[0].port}/socket.io/?EIO=4&transport=polling`;
  expect((await fetch(address)).status).toBe(400);
});
