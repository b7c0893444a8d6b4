import { issueToken } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { hiddenStationRoom, stationRoom } from "@jetwire/protocol";
import { openStores } from "@jetwire/redis";
import { testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRig, type Rig } from "./rig.ts";
import { createUsers } from "./signed-in.ts";

let rig: Rig;
let stationId: number;
beforeAll(async () => {
  rig = await openRig();
  stationId = (await rig.feeder("MM-ONE")).stationIds[0] ?? 0;
});
afterAll(() => rig[Symbol.asyncDispose]());

/** Emits into a room as any process with the adapter does. */
async function publishToRoom(room: string, ...event: unknown[]): Promise<void> {
  const opts = { rooms: [room], except: [], flags: {} };
  const packet = { type: 2, data: event, nsp: "/" };
  const channel = `${rig.keys.adapterPrefix}#/#${room}#`;
  const text = JSON.stringify({ type: 3, data: { packet, opts }, uid: "x", nsp: "/" });
  await rig.redis.spublish(channel, text);
}

test("R-35, R-36, R-37: started once the room is subscribed in Redis, then data, then stopped and nothing more", async () => {
  const client = rig.connect(rig.gateways[0], { auth: { browserId: "b1" } });
  const watched = openStores(rig.redis, rig.keys.namespace).watchedStations;
  client.socket.emit("station:monitor:start", stationId);
  const station = { id: stationId, ident: "MM-ONE" };
  expect(await client.next("station:monitor:started")).toEqual([{ browserId: "b1", station }]);
  expect([...(await watched.rooms())]).toEqual([stationRoom(stationId)]);

  const data = { station, stationId, newMessages: [] };
  await publishToRoom(stationRoom(stationId), "station:monitor:data", data);
  expect(await client.next("station:monitor:data")).toEqual([data]);

  client.socket.emit("station:monitor:start", stationId);
  await client.next("station:monitor:started", 2);
  client.socket.emit("station:monitor:stop", stationId);
  expect(await client.next("station:monitor:stopped")).toEqual([{ browserId: "b1", stationId }]);
  await publishToRoom(stationRoom(stationId), "station:monitor:data", data);
  await expect.poll(() => watched.rooms()).toEqual(new Set());
  expect(client.events.filter(([event]) => event === "station:monitor:data")).toHaveLength(1);
});

test("a stop right after its start takes effect", async () => {
  const client = rig.connect(rig.gateways[1]);
  client.socket.emit("station:monitor:start", stationId);
  client.socket.emit("station:monitor:stop", stationId);
  await client.next("station:monitor:stopped");
  expect(client.events.map(([event]) => event)).toEqual([
    "station:monitor:started",
    "station:monitor:stopped",
  ]);
});

test("A-06, A-20: invalid ids, unknown and hidden stations are answered alike: not found", async () => {
  const { sql } = rig.database.database;
  const { accountId } = await rig.feeder();
  const hidden = await db.stations.add(sql, { ident: "MM-HIDDEN", accountId, sourceType: null });
  await sql`update stations set hidden = true where ident = 'MM-HIDDEN'`;
  const ids = [999_999, hidden?.id, String(stationId), 1.5, -1, 2 ** 53, null, [stationId], {}];
  const client = rig.connect(rig.gateways[0]);
  for (const id of ids) client.socket.emit("station:monitor:start", id);
  await client.next("error", ids.length);
  const refusal = ["error", { message: "Station not found" }];
  expect(client.events).toEqual(ids.map(() => refusal));
});

test("a station that is hidden while it is monitored is stopped within 5 s, with nothing after it", async () => {
  const { sql } = rig.database.database;
  const hiding = (await rig.feeder("MM-HIDING")).stationIds[0] ?? 0;
  const clients = rig.gateways.map((gateway) => rig.connect(gateway));
  for (const { socket } of clients) socket.emit("station:monitor:start", hiding);
  await Promise.all(clients.map((client) => client.next("station:monitor:started")));
  const hiddenMs = performance.now();
  await sql`update stations set hidden = true where id = ${hiding}`;
  for (const client of clients) {
    const [stopped] = await client.next("station:monitor:stopped");
    expect(stopped).toMatchObject({ stationId: hiding });
  }
  expect(performance.now() - hiddenMs).toBeLessThan(5_000);
  const data = { station: { id: hiding, ident: "MM-HIDING" }, stationId: hiding, newMessages: [] };
  await publishToRoom(stationRoom(hiding), "station:monitor:data", data);
  for (const client of clients) {
    client.socket.emit("station:monitor:start", hiding);
    expect(await client.next("error")).toEqual([{ message: "Station not found" }]);
    expect(client.events.filter(([event]) => event === "station:monitor:data")).toEqual([]);
  }
});

test("an owner monitors a hidden station, by key or by session, through hiding and showing", async () => {
  const { sql } = rig.database.database;
  const owner = await rig.feeder("MM-OWN");
  const [own = 0] = owner.stationIds;
  await sql`update stations set hidden = true where id = ${own}`;
  const { key } = await createUsers(rig);
  const claims = { userId: owner.accountId, username: "owner", ttlSeconds: 900 };
  const token = await issueToken({ ...claims, key, now: Date.now() });
  const clients = [
    rig.connect(rig.gateways[0], { auth: { apiKey: owner.apiKey } }),
    rig.connect(rig.gateways[1], { auth: { token } }),
  ];
  const station = { id: own, ident: "MM-OWN" };
  const emit = async (room: string, label: string) => {
    const data = { station, stationId: own, newMessages: [testMessage({ label })] };
    await publishToRoom(room, "station:monitor:data", data);
  };
  for (const { socket } of clients) socket.emit("station:monitor:start", own);
  for (const client of clients) {
    expect(await client.next("station:monitor:started")).toMatchObject([{ station }]);
  }
  await emit(hiddenStationRoom(own, owner.accountId), "H1");
  await sql`update stations set hidden = false where id = ${own}`;
  await emit(stationRoom(own), "H2");
  for (const client of clients) {
    const received = (await client.next("station:monitor:data", 2)) as unknown[];
    expect(received).toMatchObject([{ newMessages: [{ label: "H2" }] }]);
  }
  const stranger = rig.connect(rig.gateways[0], { auth: { apiKey: (await rig.feeder()).apiKey } });
  await sql`update stations set hidden = true where id = ${own}`;
  stranger.socket.emit("station:monitor:start", own);
  expect(await stranger.next("error")).toEqual([{ message: "Station not found" }]);
});

test("a former owner stops monitoring a hidden station within 5 s, and the room was never shared", async () => {
  const { sql } = rig.database.database;
  const [former, next] = [await rig.feeder("MM-MOVED"), await rig.feeder()];
  const [moved = 0] = former.stationIds;
  await sql`update stations set hidden = true where id = ${moved}`;
  const client = rig.connect(rig.gateways[0], { auth: { apiKey: former.apiKey } });
  client.socket.emit("station:monitor:start", moved);
  await client.next("station:monitor:started");
  await sql`update stations set account_id = ${next.accountId} where id = ${moved}`;
  const data = { station: { id: moved, ident: "MM-MOVED" }, stationId: moved, newMessages: [] };
  await publishToRoom(hiddenStationRoom(moved, next.accountId), "station:monitor:data", data);
  expect(await client.next("station:monitor:stopped")).toMatchObject([{ stationId: moved }]);
  expect(client.events.filter(([event]) => event === "station:monitor:data")).toEqual([]);
});

test("R-48, R-50: a stop over the limit is refused and has no effect", async () => {
  const client = rig.connect(rig.gateways[0]);
  client.socket.emit("station:monitor:start", stationId);
  await client.next("station:monitor:started");
  for (let n = 1; n < 10; n++) client.socket.emit("messages:sniff");
  await client.next("messages:sniff:started", 9);
  client.socket.emit("station:monitor:stop", stationId);
  expect(await client.next("error")).toEqual([{ message: "Rate limit exceeded" }]);
  const data = { station: { id: stationId, ident: "MM-ONE" }, stationId, newMessages: [] };
  await publishToRoom(stationRoom(stationId), "station:monitor:data", data);
  expect(await client.next("station:monitor:data")).toEqual([data]);
  expect(client.events.filter(([event]) => event === "station:monitor:stopped")).toEqual([]);
});

test("R-37: a stop without a start is acknowledged each time", async () => {
  const client = rig.connect(rig.gateways[0], { auth: { browserId: "b2" } });
  client.socket.emit("station:monitor:stop", stationId);
  client.socket.emit("station:monitor:stop", stationId);
  expect(await client.next("station:monitor:stopped", 2)).toEqual([{ browserId: "b2", stationId }]);
});
