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
});
