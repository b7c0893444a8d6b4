import { io } from "socket.io-client";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createEventCheck, expectReceived, expectNoViolations } from "./event-check.ts";
import { expectedEvents } from "./expected-events.ts";
import {
  type Feeder,
  gatewayCounts,
  type ServiceUnderTest,
  startService,
} from "./service-under-test.ts";

const eventCheck = createEventCheck();
afterEach(() => expectNoViolations(eventCheck));

const locations = ["auth", "query"] as const;
const path = "/socket.io/?EIO=4&transport=";

describe.each(gatewayCounts)("connection, with %i gateway(s)", (gateways) => {
  let service: ServiceUnderTest;
  let url: string;
  beforeAll(async () => {
    service = await startService(gateways, eventCheck);
    url = service.deployment.gatewayUrls[0] ?? "";
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test("R-19: WebSocket is the only transport: nothing is offered besides it", async () => {
    const client = service.connect(0);
    client.socket.emit("messages:sniff");
    await client.receive("messages:sniff:started");
    expect(client.socket.io.engine.transport.name).toBe("websocket");
    const [opening = ""] = await receiveRaw(`${url}${path}websocket`, ["not Socket.IO"]);
    expect(JSON.parse(opening.slice(1))).toMatchObject({ upgrades: [] });
  });

  test("R-19: HTTP long-polling is refused", async () => {
    const client = io(url, { transports: ["polling"], forceNew: true, reconnection: false });
    await expect(
      new Promise((resolve, reject) => {
        client.once("connect", () => resolve("connected"));
        client.once("connect_error", reject);
      }),
    ).rejects.toThrow("xhr poll error");
    const response = await fetch(`${url.replace("ws:", "http:")}${path}polling`);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await response.text()).not.toContain("sid");
  });

  test("R-19: a raw WebSocket client does not work", async () => {
    expect(await receiveRaw(url, ["messages:sniff"])).toEqual([]);
    const frames = await receiveRaw(`${url}${path}websocket`, ['["messages:sniff"]']);
    expect(frames.map((frame) => frame[0])).toEqual(["0"]);
  });

  describe.each(locations)("credentials in %s", (location) => {
    let feeder: Feeder;
    beforeAll(async () => {
      feeder = await service.addFeeder(2);
    });

    test("R-20, R-21, R-05: a valid key is answered with the account and its stations", async () => {
      const client = service.connect(1, { [location]: { apiKey: feeder.apiKey } });
      expect(await client.receive("feed:authenticated")).toEqual({
        userId: feeder.userId,
        username: feeder.username,
        stations: feeder.stations.map((station) => ({ ...station, sourceType: "acars" })),
      });
      expect(client.events).toEqual(["feed:authenticated"]);
    });

    test("R-20, R-22: a valid token is answered with the user", async () => {
      const user = await service.addUser();
      const client = service.connect(2, { [location]: { token: user.token } });
      expect(await client.receive("chat:authenticated")).toEqual({ userId: user.userId });
      await client.receive("presence:snapshot");
      expect(client.events).toEqual(["chat:authenticated", "presence:snapshot"]);
    });

    test("R-23: an invalid key is refused by feed:error, and nothing is authenticated", async () => {
      const refused = service.connect(0, { [location]: { apiKey: `${feeder.apiKey}x` } });
      expect(await refused.receive("feed:error")).toEqual({ message: expect.any(String) });
      const owner = service.connect(0, { auth: { apiKey: feeder.apiKey } });
      await owner.receive("feed:authenticated");
      await service.send(feeder.station);
      await owner.receive("feed:message");
      expect(refused.events).toEqual(["feed:error"]);
    });

    test("R-24: an invalid token is refused by chat:error, and nothing is authenticated", async () => {
      const [user, other] = [await service.addUser(), await service.addUser()];
      const refused = service.connect(0, { [location]: { token: `${user.token}x` } });
      expect(await refused.receive("chat:error")).toEqual({ message: expect.any(String) });
      // Online users are notified of each sign-in: of the next user, not of this one.
      const watching = service.connect(1, { auth: { token: other.token } });
      const { online } = await watching.receive("presence:snapshot");
      expect(online).not.toContain(user.userId);
      service.connect(2, { auth: { token: user.token } });
      await watching.receive("presence:update", ({ userId }) => userId === user.userId);
      expect(refused.events).toEqual(["chat:error"]);
    });

    test("R-21, R-22: both credentials on one connection open both", async () => {
      const user = await service.addUser();
      const both = { apiKey: feeder.apiKey, token: user.token };
      const client = service.connect(0, { [location]: both });
      expect((await client.receive("feed:authenticated")).userId).toBe(feeder.userId);
      expect(await client.receive("chat:authenticated")).toEqual({ userId: user.userId });
    });
  });

  test("R-25: a client without credentials is an anonymous viewer and receives nothing unasked", async () => {
    const { station } = await service.addFeeder(1);
    const [viewer, bystander] = [service.connect(0), service.connect(1)];
    viewer.socket.emit("messages:sniff");
    await viewer.receive("messages:sniff:started");
    const id = await service.send(station);
    await viewer.receive("message", (message) => message.id === id);
    // The answer to a request made now arrives after everything that was sent before.
    bystander.socket.emit("station:monitor:start", station.id);
    await bystander.receive("station:monitor:started");
    expect(bystander.events).toEqual(["station:monitor:started"]);
  });
});

test("every event of connecting was received", () => {
  expectReceived(eventCheck, expectedEvents.connection);
});

/** Opens a WebSocket without Socket.IO, sends texts, and returns all frames received until it closes. */
async function receiveRaw(url: string, says: readonly string[]): Promise<string[]> {
  const socket = new WebSocket(url);
  const received: string[] = [];
  socket.addEventListener("message", ({ data }) => received.push(String(data)));
  socket.addEventListener("open", () => {
    for (const text of says) socket.send(text);
  });
  await new Promise((resolve) => socket.addEventListener("close", resolve));
  return received;
}
