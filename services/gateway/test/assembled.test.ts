import { openStores } from "@jetwire/redis";
import { testMessage, testWhole } from "@jetwire/testbed";
import { wholesRoom, stationRoom } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

const caps = { entriesMax: 1_000, ageMsMax: 60_000 };

test("a feed has each whole right after the message that completed it, for clients that asked for it", async () => {
  const feeder = await rig.feeder("FF-WHOLES");
  const auth = { apiKey: feeder.apiKey };
  const asking = [
    rig.connect(rig.gateways[0], { auth: { ...auth, assembled: true } }),
    rig.connect(rig.gateways[1], { auth, query: { assembled: "true" } }),
  ];
  const other = rig.connect(rig.gateways[0], { auth: { ...auth, assembled: "1" } });
  const clients = [...asking, other];
  await Promise.all(clients.map((client) => client.next("feed:authenticated")));
  const messages = [testMessage(), testMessage(), testMessage()];
  const [, second = testMessage()] = messages;
  const { whole } = testWhole(second, { text: "both \u2603" });
  const log = openStores(rig.redis, rig.keys.namespace).feedLogs.of(feeder.accountId);
  await log.append(
    messages.map((message) => ({
      stationId: message.stationId,
      messageId: message.id,
      messageJson: JSON.stringify(message),
      ...(message === second && { wholeJson: JSON.stringify(whole) }),
    })),
    caps,
  );
  await Promise.all(clients.map((client) => client.next("feed:message", 3)));
  for (const client of asking) {
    expect(client.events.slice(1)).toEqual([
      ["feed:message", messages[0]],
      ["feed:message", messages[1]],
      ["message:assembled", whole],
      ["feed:message", messages[2]],
    ]);
  }
  expect(other.events.map(([event]) => event)).not.toContain("message:assembled");
});

test("R-35: who monitors a station joins the room of its wholes only if it asked for them", async () => {
  const { stationIds } = await rig.feeder("FF-MONITORED");
  const [stationId = 0] = stationIds;
  const room = stationRoom(stationId);
  const watched = () => openStores(rig.redis, rig.keys.namespace).watchedStations.rooms();
  const plain = rig.connect(rig.gateways[0]);
  plain.socket.emit("station:monitor:start", stationId);
  await plain.next("station:monitor:started");
  expect(await watched()).toContain(room);
  expect(await watched()).not.toContain(wholesRoom(room));
  const asking = rig.connect(rig.gateways[1], { auth: { assembled: true } });
  asking.socket.emit("station:monitor:start", stationId);
  await asking.next("station:monitor:started");
  expect(await watched()).toContain(wholesRoom(room));
  asking.socket.emit("station:monitor:stop", stationId);
  await asking.next("station:monitor:stopped");
  await expect.poll(watched).not.toContain(wholesRoom(room));
});
