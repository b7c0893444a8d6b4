import type { StockClient } from "@jetwire/cli";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { receptionLine, postForIds, uniqueText } from "./feeding.ts";
import { createEventCheck, expectReceived, expectNoViolations } from "./event-check.ts";
import { expectedEvents } from "./expected-events.ts";
import { gatewayCounts, type ServiceUnderTest, startService } from "./service-under-test.ts";

const eventCheck = createEventCheck();
afterEach(() => expectNoViolations(eventCheck));

const statsMsMax = 15_000;

/** Sends its statistics every ten seconds only, so it runs while everything else is tested. */
let counting: ServiceUnderTest;
let counted: StockClient;
beforeAll(async () => {
  counting = await startService(1, eventCheck);
  counted = await sniffing(counting, 0, { stats: true });
});
afterAll(() => counting[Symbol.asyncDispose]());

describe.each(gatewayCounts)("firehose, with %i gateway(s)", (gateways) => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await startService(gateways, eventCheck, { SAMPLER_EVENTS_PER_SECOND_MAX: "10000" });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test("R-31: who sniffs is answered with its browserId, then shown messages of every station", async () => {
    const clients = [
      await sniffing(service, 0),
      await sniffing(service, 1),
      await sniffing(service, 2),
    ];
    const feeders = [await service.addFeeder(1), await service.addFeeder(1)];
    const ids: string[] = [];
    for (const { station } of feeders) ids.push(await service.send(station));
    for (const client of clients) {
      expect(client.payloads("messages:sniff:started")).toEqual([
        { browserId: expect.any(String) },
      ]);
      for (const id of ids) await client.receive("message", (message) => message.id === id);
      expect(client.events[0]).toBe("messages:sniff:started");
    }
  });

  test("R-33: only to those who joined, and once, however often they did", async () => {
    const { station } = await service.addFeeder(1);
    const [viewer, bystander] = [await sniffing(service, 0), service.connect(1)];
    viewer.socket.emit("messages:sniff");
    await viewer.receive("messages:sniff:started", () => true, { nth: 2 });
    const text = uniqueText();
    // Two receptions of one transmission are two messages, and the sample shows the first.
    const lines = [station.ident, "CF-TOO"].map((ident, i) => receptionLine(ident, text, -10 - i));
    const [first] = await postForIds(service.deployment, lines);
    const last = await service.send(station);
    await viewer.receive("message", ({ id }) => id === last);
    expect(idsOf(viewer)).toEqual([first, last]);
    bystander.socket.emit("messages:sniff");
    const later = await service.send(station);
    await bystander.receive("messages:sniff:started");
    await viewer.receive("message", ({ id }) => id === later);
    expect(idsOf(bystander).filter((id) => id !== later)).toEqual([]);
  });

  test("R-32: who asks is sent how many stations received a transmission", async () => {
    const viewer = await sniffing(service, 0, { receptions: true });
    // Best effort: a sampler counts only once it knows that somebody subscribes.
    let first = "";
    while (viewer.payloads("messages:sniff:receptions").length === 0) {
      const text = uniqueText();
      [first = ""] = await postForIds(service.deployment, [receptionLine("CF-ONE", text)]);
      await viewer.receive("message", ({ id }) => id === first);
      await postForIds(service.deployment, [receptionLine("CF-TOO", text)]);
      await viewer
        .receive("messages:sniff:receptions", () => true, { msMax: 3_000 })
        .catch(() => {});
    }
    expect(viewer.payloads("messages:sniff:receptions")).toEqual([
      { groups: [{ groupId: first, count: 2 }] },
    ]);
  });

  test("R-32: who asks is sent what another station decoded, and by id the first message has it", async () => {
    const viewer = await sniffing(service, 0, { decoded: true });
    const { apiKey } = await service.addFeeder(1);
    const report = { alt: 33_000, lat: 36.6, lon: -109, ts_sec: 2_135.1 };
    const adsc = { err: false, tags: [{ basic_report: report }] };
    const libacars = { arinc622: { adsc, air_addr: ".N77CF", crc_ok: true, msg_type: "adsc_msg" } };
    // Best effort: a sampler compares only once it knows that somebody subscribes.
    let first = "";
    let second = "";
    while (viewer.payloads("message:decoded").length === 0) {
      const text = uniqueText();
      const line = receptionLine("CF-ONE", text);
      [first = ""] = await postForIds(service.deployment, [line]);
      await viewer.receive("message", ({ id }) => id === first);
      const decoding = { ...(JSON.parse(line) as object), station_id: "CF-TOO", libacars };
      [second = ""] = await postForIds(service.deployment, [JSON.stringify(decoding)]);
      await viewer.receive("message:decoded", () => true, { msMax: 3_000 }).catch(() => {});
    }
    const [copy] = viewer.payloads("message:decoded");
    expect(copy).toMatchObject({
      id: second,
      groupId: first,
      decoded: { application: "adsc" },
      station: { ident: "CF-TOO" },
    });
    await expect
      .poll(async () => await service.read(first, apiKey))
      .toMatchObject({ id: first, decoded: copy?.decoded, contentFrom: [{ messageId: second }] });
  });

  test("R-04: a message is enriched with its station, airframe and flight", async () => {
    const { station, username } = await service.addFeeder(1);
    const viewer = await sniffing(service, 0);
    const id = await service.send(station);
    const message = await viewer.receive("message", (one) => one.id === id);
    expect(message.station).toMatchObject({ ...station, sourceType: "acars" });
    expect(message.airframe).toMatchObject({ id: message.airframeId, tail: "N77CF" });
    expect(message.flight).toMatchObject({ id: message.flightId, flight: message.flightNumber });
    expect(JSON.stringify(message)).not.toContain(username);
  });

  test("R-03: one shape and one content in message, feed:message, station:monitor:data and by id", async () => {
    const { apiKey, station } = await service.addFeeder(1);
    const viewer = await sniffing(service, 0);
    const owner = service.connect(1, { auth: { apiKey } });
    await owner.receive("feed:authenticated");
    const monitor = service.connect(2);
    monitor.socket.emit("station:monitor:start", station.id);
    await monitor.receive("station:monitor:started");
    const id = await service.send(station);
    const fed = await owner.receive("feed:message");
    const { newMessages } = await monitor.receive("station:monitor:data");
    const shown = await viewer.receive("message", (one) => one.id === id);
    const { station: _, airframe: __, flight: ___, ...message } = shown;
    expect(message).toEqual(fed);
    expect(newMessages).toEqual([fed]);
    expect(await service.read(id, apiKey)).toEqual(fed);
  });

  test("R-34: who stops is answered, and shown nothing more", async () => {
    const { station } = await service.addFeeder(1);
    const [leaver, viewer] = [await sniffing(service, 0), await sniffing(service, 1)];
    const { browserId } = await leaver.receive("messages:sniff:started");
    const before = await service.send(station);
    await leaver.receive("message");
    leaver.socket.emit("messages:sniff:stop");
    expect(await leaver.receive("messages:sniff:stopped")).toEqual({ browserId });
    const between = await service.send(station);
    await viewer.receive("message", ({ id }) => id === between);
    leaver.socket.emit("messages:sniff");
    await leaver.receive("messages:sniff:started", () => true, { nth: 2 });
    const after = await service.send(station);
    await leaver.receive("message", ({ id }) => id === after);
    expect(idsOf(leaver)).toEqual([before, after]);
  });

  test("R-31: who asks for the latest gets them first, and none of them again", async () => {
    const { station } = await service.addFeeder(1);
    const viewer = await sniffing(service, 0);
    const earlier = [await service.send(station), await service.send(station)];
    await viewer.receive("message", ({ id }) => id === earlier[1]);
    const latecomer = await sniffing(service, 1, { recent: 2 });
    const { newMessages } = await latecomer.receive("messages:sniff:recent");
    expect(newMessages.map(({ id }) => id)).toEqual(earlier.toReversed());
    const live = await service.send(station);
    await latecomer.receive("message");
    expect(idsOf(latecomer)).toEqual([live]);
  });
});

test("R-32: a client that asks for statistics receives the fraction that is shown", async () => {
  const stats = await counted.receive("messages:sniff:stats", () => true, { msMax: statsMsMax });
  expect(stats).toEqual({ seen: 0, sampled: 0, sent: 0, dropped: 0, fraction: 1 });
});

/** A viewer who has joined the firehose. */
async function sniffing(
  service: ServiceUnderTest,
  gateway: number,
  options?: object,
): Promise<StockClient> {
  const client = service.connect(gateway);
  client.socket.emit("messages:sniff", ...(options === undefined ? [] : [options]));
  await client.receive("messages:sniff:started");
  return client;
}

function idsOf(client: StockClient): string[] {
  return client.payloads("message").map(({ id }) => id);
}

test("every event of the firehose was received", () => {
  expectReceived(eventCheck, expectedEvents.firehose);
});
