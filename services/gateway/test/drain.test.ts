import { openStores } from "@jetwire/redis";
import { until } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { openRig } from "./rig.ts";

test("F-44: a gateway that shuts down closes transports, so that clients reconnect", async () => {
  await using rig = await openRig();
  const gateway = await rig.startGateway({ DRAIN_SECONDS: "0.3" });
  const clients = Array.from({ length: 6 }, () => rig.connect(gateway));
  for (const client of clients) client.socket.emit("messages:sniff");
  await Promise.all(clients.map((client) => client.next("messages:sniff:started")));
  await gateway[Symbol.asyncDispose]();
  const reasons = await Promise.all(clients.map((client) => client.disconnected()));
  // After "io server disconnect" a client would stay away.
  expect(new Set(reasons)).toEqual(new Set(["transport close"]));
  expect(await gateway.metrics.text()).toMatch(/^jetwire_draining 1$/m);
});

test("a gateway that an operator drains closes its connections and refuses others until it is undone", async () => {
  await using rig = await openRig();
  const gateway = await rig.startGateway({ DRAIN_SECONDS: "0.2" });
  const { processes } = openStores(rig.redis, rig.keys.namespace);
  const client = rig.connect(gateway);
  client.socket.emit("messages:sniff");
  await client.next("messages:sniff:started");
  const own = await until(
    "the gateway with the client",
    async () => (await processes.list()).find(({ figures }) => figures["sockets"] === 1),
    30_000,
  );
  expect(own).toMatchObject({ service: "gateway", draining: false });
  expect(await gateway.metrics.text()).toMatch(/^jetwire_draining 0$/m);

  await processes.drain(own.replica, true);
  await until("the end of the connection", async () => !client.socket.connected);
  expect(await client.disconnected()).toBe("transport close");
  const refused = await fetch(
    `http://127.0.0.1:${gateway.port}/socket.io/?EIO=4&transport=websocket`,
  );
  expect(refused.status).toBeGreaterThanOrEqual(400);
  await until(
    "the gateway to report that it is not ready",
    async () =>
      (await processes.list()).find(({ replica, ready }) => replica === own.replica && !ready),
    30_000,
  );
  expect(await gateway.metrics.text()).toMatch(/^jetwire_draining 1$/m);

  await processes.drain(own.replica, false);
  await until(
    "the gateway to report that it is ready",
    async () =>
      (await processes.list()).find(({ replica, ready }) => replica === own.replica && ready),
    30_000,
  );
  expect(await gateway.metrics.text()).toMatch(/^jetwire_draining 0$/m);
  const next = rig.connect(gateway);
  next.socket.emit("messages:sniff");
  await next.next("messages:sniff:started");
});
