import type { StockClient } from "@jetwire/cli";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { connectChecked } from "./checked-client.ts";
import { createEventCheck, expectReceived, expectNoViolations } from "./event-check.ts";
import { expectedEvents } from "./expected-events.ts";
import {
  gatewayCounts,
  type ServiceUnderTest,
  startService,
  type Station,
} from "./service-under-test.ts";

const eventCheck = createEventCheck();
afterEach(() => expectNoViolations(eventCheck));

describe.each(gatewayCounts)("station monitor, with %i gateway(s)", (gateways) => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await startService(gateways, eventCheck);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test("R-35, R-05: a start is answered with the station's id, a number, and its ident", async () => {
    const { station } = await service.addFeeder(1);
    const client = await start(service.connect(0), station);
    expect(client.payloads("station:monitor:started")).toEqual([
      { browserId: expect.any(String), station: { id: station.id, ident: station.ident } },
    ]);
    expect(client.events).toEqual(["station:monitor:started"]);
  });

  test("R-35: an unknown station is refused with error and nothing else", async () => {
    const { station } = await service.addFeeder(1);
    const client = service.connect(0);
    client.socket.emit("station:monitor:start", 2_000_000_000);
    expect(await client.receive("error")).toEqual({ message: "Station not found" });
    await start(client, station);
    expect(client.events).toEqual(["error", "station:monitor:started"]);
  });

  test("R-36: then its messages come live, in order, to every client that monitors it, and no other's", async () => {
    const [{ station }, other] = [await service.addFeeder(1), await service.addFeeder(1)];
    const clients: StockClient[] = [];
    for (const gateway of [0, 1, 2]) clients.push(await start(service.connect(gateway), station));
    await start(clients[0] as StockClient, other.station);
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) {
      ids.push(await service.send(station));
      await service.send(other.station);
    }
    for (const client of clients) {
      await client.receive("station:monitor:data", ({ newMessages }) =>
        newMessages.some(({ id }) => id === ids.at(-1)),
      );
      const data = client.payloads("station:monitor:data");
      const own = data.filter(({ stationId }) => stationId === station.id);
      expect(own.flatMap(({ newMessages }) => newMessages.map(({ id }) => id))).toEqual(ids);
      for (const { station: named, newMessages } of own) {
        expect(named).toEqual({ id: station.id, ident: station.ident });
        for (const { stationId } of newMessages) expect(stationId).toBe(station.id);
      }
    }
    for (const client of clients.slice(1)) {
      const data = client.payloads("station:monitor:data");
      expect(data.filter(({ stationId }) => stationId !== station.id)).toEqual([]);
    }
  });

  test("R-37: a stop is answered, and nothing of the station comes after it", async () => {
    const { stations } = await service.addFeeder(2);
    const [left, kept] = stations as [Station, Station];
    const leaver = await start(await start(service.connect(0), left), kept);
    const stayer = await start(service.connect(1), left);
    await service.send(left);
    await leaver.receive("station:monitor:data");
    leaver.socket.emit("station:monitor:stop", left.id);
    const { browserId } = await leaver.receive("station:monitor:started");
    expect(await leaver.receive("station:monitor:stopped")).toEqual({
      browserId,
      stationId: left.id,
    });
    const id = await service.send(left);
    await stayer.receive("station:monitor:data", ({ newMessages }) =>
      newMessages.some((message) => message.id === id),
    );
    await service.send(kept);
    await leaver.receive("station:monitor:data", ({ stationId }) => stationId === kept.id);
    const from = leaver.payloads("station:monitor:data").map(({ stationId }) => stationId);
    expect(from).toEqual([left.id, kept.id]);
  });

  test("R-38: each subscribe event is answered by its own event, in order, repeated ones too", async () => {
    const { station } = await service.addFeeder(1);
    const { socket, events, receive } = service.connect(0);
    socket.emit("messages:sniff");
    for (let round = 0; round < 2; round++) {
      socket.emit("station:monitor:start", station.id);
      socket.emit("station:monitor:start", station.id);
      socket.emit("station:monitor:stop", station.id);
      socket.emit("station:monitor:stop", station.id);
    }
    await receive("station:monitor:stopped", () => true, { nth: 4 });
    const [started, stopped] = ["station:monitor:started", "station:monitor:stopped"];
    const round = [started, started, stopped, stopped];
    expect(events).toEqual(["messages:sniff:started", ...round, ...round]);
  });

  test("R-39: browserId is the same in all answers to a client, and every client's own", async () => {
    const { station } = await service.addFeeder(1);
    const ids: string[] = [];
    for (const gateway of [0, 0, 1]) {
      const { socket, receive } = service.connect(gateway);
      socket.emit("messages:sniff");
      socket.emit("station:monitor:start", station.id);
      socket.emit("station:monitor:stop", station.id);
      const { browserId } = await receive("messages:sniff:started");
      expect((await receive("station:monitor:started")).browserId).toBe(browserId);
      expect((await receive("station:monitor:stopped")).browserId).toBe(browserId);
      ids.push(browserId);
    }
    expect(new Set(ids).size).toBe(3);
  });

  test("R-52: a gateway that is added meanwhile takes part in every stream", async () => {
    const { apiKey, station } = await service.addFeeder(1);
    const before = await start(service.connect(0), station);
    await using added = await service.deployment.startGateway();
    const owner = connectChecked(added.url, { auth: { apiKey } }, eventCheck);
    await owner.receive("feed:authenticated");
    owner.socket.emit("messages:sniff");
    await owner.receive("messages:sniff:started");
    await start(owner, station);
    const id = await service.send(station);
    expect((await owner.receive("feed:message")).id).toBe(id);
    await owner.receive("message", (message) => message.id === id);
    const there = await owner.receive("station:monitor:data");
    expect(there).toEqual(await before.receive("station:monitor:data"));
    owner.socket.disconnect();
  });
});

/** Monitors a station. */
async function start(client: StockClient, { id }: Station): Promise<StockClient> {
  client.socket.emit("station:monitor:start", id);
  await client.receive("station:monitor:started", ({ station }) => station.id === id);
  return client;
}

test("every event of monitoring was received", () => {
  expectReceived(eventCheck, expectedEvents.stationMonitor);
});
