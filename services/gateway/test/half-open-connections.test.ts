import { Agent } from "node:http";
import { openHalfRequests, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

/** The options of a client at another address of loopback. */
const elsewhere = { agent: new Agent({ localAddress: "127.0.0.2" }) as never };

test.each([
  ["half-open requests", undefined],
  ["idle connections", ""],
])("A-11: 1,500 %s of one address leave the gateway to everybody else", async (_what, text) => {
  const gateway = await rig.startGateway({ GATEWAY_CONNECTIONS_MAX: "1500" });
  using attack = await openHalfRequests({ port: gateway.port, from: "127.0.0.1" }, 1_500, text);
  const client = rig.connect(gateway, elsewhere);
  client.socket.emit("messages:sniff");
  await client.next("messages:sniff:started");
  await until("the refusals", () => attack.open <= 200);
  expect(await gateway.metrics.text()).toMatch(
    /jetwire_http_connections_refused_total\{server="gateway",reason="address"\} 1300\b/,
  );
});

test("upgraded connections do not count as waiting ones", async () => {
  const gateway = await rig.startGateway({ GATEWAY_CONNECTIONS_PER_ADDRESS_MAX: "3" });
  for (let n = 0; n < 3; n++) {
    const client = rig.connect(gateway);
    client.socket.emit("messages:sniff");
    await client.next("messages:sniff:started");
  }
  expect(await gateway.metrics.text()).toContain('jetwire_http_connections{server="gateway"} 0');
  const fourth = rig.connect(gateway);
  expect(await fourth.next("(because)")).toEqual(["Unexpected server response: 429"]);
});
