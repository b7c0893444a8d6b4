import type { StockClient } from "@jetwire/cli";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createEventCheck, expectReceived, expectNoViolations } from "./event-check.ts";
import { expectedEvents } from "./expected-events.ts";
import { gatewayCounts, type ServiceUnderTest, startService } from "./service-under-test.ts";

const eventCheck = createEventCheck();
afterEach(() => expectNoViolations(eventCheck));

const refusal = { message: "Rate limit exceeded" };

describe.each(gatewayCounts)("limits, with %i gateway(s)", (gateways) => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await startService(gateways, eventCheck);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  async function signedIn(gateway: number) {
    const { userId, token } = await service.addUser();
    const client = service.connect(gateway, { auth: { token } });
    await client.receive("presence:snapshot");
    return { userId, client };
  }

  test("R-48, R-50: the eleventh subscribe-type event of a minute is refused by error and does nothing", async () => {
    const { station } = await service.addFeeder(1);
    const [client, other] = [service.connect(0), service.connect(1)];
    await useUp(client, station.id);
    client.socket.emit("station:monitor:start", station.id);
    client.socket.emit("messages:sniff");
    await client.receive("error", () => true, { nth: 2 });
    expect(client.payloads("error")).toEqual([refusal, refusal]);
    expect(client.payloads("messages:sniff:started")).toHaveLength(3);
    expect(client.payloads("station:monitor:started")).toHaveLength(3);

    // The limit is the connection's own; what comes to another would have come to this one.
    other.socket.emit("station:monitor:start", station.id);
    await other.receive("station:monitor:started");
    await service.send(station);
    await other.receive("station:monitor:data");
    const last = await service.send(station);
    await client.receive("message", ({ id }) => id === last);
    expect(client.payloads("station:monitor:data")).toEqual([]);
  });

  test("R-48, R-50: over the limit nobody joins the firehose", async () => {
    const { station } = await service.addFeeder(1);
    const [client, viewer] = [service.connect(0), service.connect(0)];
    for (let i = 0; i < 10; i++) client.socket.emit("station:monitor:start", station.id);
    await client.receive("station:monitor:started", () => true, { nth: 10 });
    client.socket.emit("messages:sniff");
    expect(await client.receive("error")).toEqual(refusal);
    viewer.socket.emit("messages:sniff");
    await viewer.receive("messages:sniff:started");
    const id = await service.send(station);
    await viewer.receive("message", (message) => message.id === id);
    await client.receive("station:monitor:data");
    const after = await service.send(station);
    await client.receive("station:monitor:data", ({ newMessages }) =>
      newMessages.some((message) => message.id === after),
    );
    expect(client.payloads("message")).toEqual([]);
    expect(client.payloads("messages:sniff:started")).toEqual([]);
  });

  test("R-49, R-50: the 31st chat message of a minute is refused by chat:error and sent to nobody", async () => {
    const [alice, bob] = [await signedIn(0), await signedIn(1)];
    for (let i = 1; i <= 32; i++) {
      const body = `number ${i}`;
      alice.client.socket.emit("chat:message:send", { recipientId: bob.userId, body });
    }
    await alice.client.receive("chat:error", () => true, { nth: 2 });
    expect(alice.client.payloads("chat:error")).toEqual([refusal, refusal]);
    bob.client.socket.emit("chat:message:send", { recipientId: alice.userId, body: "the end" });
    for (const { client } of [alice, bob]) {
      await client.receive("chat:message:new", ({ body }) => body === "the end");
      const sent = client.payloads("chat:message:new").map(({ body }) => body);
      expect(sent.filter((body) => body !== "the end")).toEqual(
        Array.from({ length: 30 }, (_, i) => `number ${i + 1}`),
      );
    }
    expect(alice.client.events).not.toContain("error");
  });

  test("R-47: every error carries a message and nothing else, and leaves the connection open", async () => {
    const { userId, client } = await signedIn(0);
    client.socket.emit("chat:message:send", { recipientId: userId });
    client.socket.emit("chat:message:send", { recipientId: "nobody", body: "x" });
    client.socket.emit("station:monitor:start", "not a number");
    client.socket.emit("station:monitor:stop", null);
    await client.receive("error", () => true, { nth: 2 });
    await client.receive("chat:error", () => true, { nth: 2 });
    for (const payload of [...client.payloads("error"), ...client.payloads("chat:error")]) {
      expect(payload).toEqual({ message: expect.stringMatching(/./) });
    }
    client.socket.emit("messages:sniff");
    await client.receive("messages:sniff:started");
  });
});

/** Ten subscribe-type events of all three kinds, and their answers. */
async function useUp(client: StockClient, stationId: number): Promise<void> {
  for (let i = 0; i < 3; i++) {
    client.socket.emit("messages:sniff");
    client.socket.emit("station:monitor:start", stationId);
    client.socket.emit("station:monitor:stop", stationId);
  }
  client.socket.emit("station:monitor:stop", stationId);
  await client.receive("station:monitor:stopped", () => true, { nth: 4 });
  expect(client.events.filter((event) => event !== "message")).toHaveLength(10);
}

test("every event of the limits was received", () => {
  expectReceived(eventCheck, expectedEvents.limits);
});
