import type { StockClient } from "@jetwire/cli";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { until } from "../../src/index.ts";
import { createEventCheck, expectReceived, expectNoViolations } from "./event-check.ts";
import { expectedEvents } from "./expected-events.ts";
import {
  gatewayCounts,
  type ServiceUnderTest,
  startService,
  type User,
} from "./service-under-test.ts";

const eventCheck = createEventCheck();
afterEach(() => expectNoViolations(eventCheck));

describe.each(gatewayCounts)("user session, with %i gateway(s)", (gateways) => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await startService(gateways, eventCheck, {
      PRESENCE_GRACE_SECONDS: "0.2",
      SESSION_CHECK_SECONDS: "0.2",
    });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  async function signIn({ token }: Pick<User, "token">, gateway: number): Promise<StockClient> {
    const client = service.connect(gateway, { auth: { token } });
    await client.receive("presence:snapshot");
    return client;
  }

  /** Two users, each at a gateway of their own. */
  async function signInTwo() {
    const [alice, bob] = [await service.addUser(), await service.addUser()];
    return { alice, bob, alices: await signIn(alice, 0), bobs: await signIn(bob, 1) };
  }

  test("R-40: a session receives the users online right after it is authenticated", async () => {
    const { alice, bob, bobs } = await signInTwo();
    const { online } = await bobs.receive("presence:snapshot");
    expect(online).toEqual(expect.arrayContaining([alice.userId, bob.userId]));
    expect(new Set(online).size).toBe(online.length);
    expect(bobs.events.slice(0, 2)).toEqual(["chat:authenticated", "presence:snapshot"]);
  });

  test("R-41: a user coming online and going offline is announced once, however many sessions there are", async () => {
    const [watcher, user] = [await service.addUser(), await service.addUser()];
    const watching = await signIn(watcher, 0);
    const tabs = [await signIn(user, 1), await signIn(user, 2)];
    for (const tab of tabs) tab.socket.disconnect();
    const { userId } = user;
    await watching.receive(
      "presence:update",
      (update) => update.userId === userId && !update.online,
    );
    const updates = watching.payloads("presence:update").filter((one) => one.userId === userId);
    expect(updates).toEqual([
      { userId, online: true },
      { userId, online: false },
    ]);
  });

  test("R-42: a direct message arrives in all sessions of both users and nobody else's", async () => {
    const { alice, bob, alices, bobs } = await signInTwo();
    const stranger = await signIn(await service.addUser(), 2);
    const sessions = [alices, bobs, await signIn(alice, 2), await signIn(bob, 2)];
    alices.socket.emit("chat:message:send", { recipientId: bob.userId, body: "Good evening" });
    const message = await bobs.receive("chat:message:new");
    expect(message).toEqual({
      id: expect.any(String),
      senderId: alice.userId,
      recipientId: bob.userId,
      body: "Good evening",
      createdAt: expect.any(String),
    });
    bobs.socket.emit("chat:message:send", { recipientId: alice.userId, body: "You too" });
    for (const session of sessions) {
      await session.receive("chat:message:new", ({ senderId }) => senderId === bob.userId);
      expect(session.payloads("chat:message:new")[0]).toEqual(message);
      expect(session.payloads("chat:message:new")).toHaveLength(2);
    }
    // Whatever had been sent to the stranger would have come before the stranger's own message.
    stranger.socket.emit("chat:message:send", { recipientId: bob.userId, body: "Last" });
    await stranger.receive("chat:message:new");
    expect(stranger.payloads("chat:message:new").map(({ body }) => body)).toEqual(["Last"]);
  });

  test("R-43: a read thread is announced to the other side, and only to it", async () => {
    const { alice, bob, alices, bobs } = await signInTwo();
    alices.socket.emit("chat:message:send", { recipientId: bob.userId, body: "Read me" });
    const { createdAt } = await bobs.receive("chat:message:new");
    bobs.socket.emit("chat:thread:read", { userId: alice.userId });
    const read = await alices.receive("chat:thread:read");
    expect(read).toEqual({ userId: bob.userId, readAt: expect.any(String) });
    expect(Date.parse(read.readAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
    expect(bobs.payloads("chat:thread:read")).toEqual([]);
    expect(bobs.events).not.toContain("chat:error");
  });

  test("R-44: who types is shown to the other side until the typing ends", async () => {
    const { alice, bob, alices, bobs } = await signInTwo();
    alices.socket.emit("chat:typing", { recipientId: bob.userId, isTyping: true });
    expect(await bobs.receive("chat:typing")).toEqual({ userId: alice.userId, isTyping: true });
    alices.socket.emit("chat:typing", { recipientId: bob.userId, isTyping: false });
    await bobs.receive("chat:typing", ({ isTyping }) => !isTyping);
    expect(bobs.payloads("chat:typing")).toHaveLength(2);
    expect(alices.payloads("chat:typing")).toEqual([]);
  });

  test("R-45: a notification comes to all open sessions of its user, and nobody else's", async () => {
    const { alice, alices, bobs } = await signInTwo();
    const elsewhere = await signIn(alice, 2);
    await service.operate("keys", "issue", "--account", alice.username);
    const notification = await alices.receive("notification:new");
    expect(notification).toMatchObject({ type: "key.issued", readAt: null });
    expect(await elsewhere.receive("notification:new")).toEqual(notification);
    expect(bobs.payloads("notification:new")).toEqual([]);
  });

  test("R-45: what came while nobody was signed in comes at the next sign-in", async () => {
    const [sender, away] = [await service.addUser(), await service.addUser()];
    const sending = await signIn(sender, 0);
    sending.socket.emit("chat:message:send", { recipientId: away.userId, body: "Are you there?" });
    const { sql } = service.deployment.database;
    await until("the notification to be stored", async () => {
      const rows = await sql`select 1 from notifications where user_id = ${away.userId}`;
      return rows.length === 1;
    });
    const back = await signIn(away, 1);
    expect(await back.receive("notification:new")).toMatchObject({
      type: "chat.message",
      body: "Are you there?",
    });
  });

  test.each([
    ["anonymous", false],
    ["with an API key alone", true],
  ])("R-46: to a client %s chat is refused without any effect", async (_, hasKey) => {
    const feeder = await service.addFeeder(1);
    const { alice, bob, alices, bobs } = await signInTwo();
    alices.socket.emit("chat:message:send", { recipientId: bob.userId, body: "First" });
    await bobs.receive("chat:message:new");
    const before = bobs.events.length;
    const client = service.connect(2, hasKey ? { auth: { apiKey: feeder.apiKey } } : {});
    const recipientId = bob.userId;
    client.socket.emit("chat:message:send", { recipientId, body: "From nobody" });
    client.socket.emit("chat:thread:read", { userId: recipientId });
    client.socket.emit("chat:typing", { recipientId, isTyping: true });
    await client.receive("chat:error", () => true, { nth: 3 });
    expect(client.payloads("chat:error")).toEqual(
      Array.from({ length: 3 }, () => ({ message: "Not authenticated" })),
    );
    alices.socket.emit("chat:message:send", { recipientId, body: "Second" });
    await bobs.receive("chat:message:new", ({ body }) => body === "Second");
    const since = bobs.events.slice(before).filter((event) => !event.startsWith("presence:"));
    expect(since).toEqual(["chat:message:new"]);
    expect(bobs.payloads("chat:message:new").map(({ senderId }) => senderId)).toEqual(
      Array.from({ length: 2 }, () => alice.userId),
    );
  });

  test("R-46: an account's key brings no chat, presence or notifications of the same account", async () => {
    const feeder = await service.addFeeder(1);
    const issued = await service.operate("tokens", "issue", "--account", feeder.username);
    const keyed = service.connect(0, { auth: { apiKey: feeder.apiKey } });
    await keyed.receive("feed:authenticated");
    const session = await signIn(issued as { token: string }, 1);
    const sending = await signIn(await service.addUser(), 2);
    sending.socket.emit("chat:message:send", { recipientId: feeder.userId, body: "For the user" });
    await session.receive("chat:message:new");
    await session.receive("notification:new", ({ type }) => type === "key.issued");
    await session.receive("presence:update");
    await service.send(feeder.station);
    await keyed.receive("feed:message");
    expect(keyed.events).toEqual(["feed:authenticated", "feed:message"]);
  });

  test("R-22: a session is notified before its token expires", async () => {
    const { username } = await service.addUser();
    const options = ["--account", username, "--ttl", "30"];
    const issued = await service.operate("tokens", "issue", ...options);
    const client = await signIn(issued as { token: string }, 0);
    const { expiresAt } = await client.receive("auth:expiring");
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + 30_000);
  });
});

test("every event of user sessions was received", () => {
  expectReceived(eventCheck, expectedEvents.userSession);
});
