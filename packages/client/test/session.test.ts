import type { ChatMessage, EnrichedMessage } from "@jetwire/protocol";
import {
  addFeeder,
  type Deployment,
  type Feeder,
  startDeployment,
  startTcpProxy,
} from "@jetwire/testbed";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { connectRealtime, type Realtime, type RealtimeOptions } from "../src/index.ts";
import { issueToken, post } from "./deployed.ts";

let jw: Deployment;
let alice: Feeder;
let bob: Feeder;
const open: Realtime[] = [];

beforeAll(async () => {
  jw = await startDeployment({
    gateways: 2,
    environment: { SAMPLER_EVENTS_PER_SECOND_MAX: "10000", PRESENCE_GRACE_SECONDS: "1" },
  });
  alice = await addFeeder(jw, "alice", "SESSION-A");
  bob = await addFeeder(jw, "bob", "SESSION-B");
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((realtime) => realtime.close()));
});
afterAll(() => jw[Symbol.asyncDispose]());

async function connect(options: Partial<RealtimeOptions> = {}): Promise<Realtime> {
  const realtime = connectRealtime({ url: jw.gatewayUrls[0] ?? "", ...options });
  open.push(realtime);
  await expect.poll(() => realtime.connection.state).toBe("connected");
  return realtime;
}

async function signIn(username: string, gateway = 0): Promise<Realtime> {
  const token = await issueToken(jw, username, 600);
  return await connect({ url: jw.gatewayUrls[gateway] ?? "", token });
}

test("a message is sent, read and seen typed, between users on different gateways", async () => {
  const [sender, recipient] = [await signIn("alice"), await signIn("bob", 1)];
  const received: ChatMessage[] = [];
  recipient.on("chat:message:new", (message) => received.push(message));
  const sent = await sender.chat.send({ recipientId: bob.userId, body: "Hello" });
  expect(sent).toMatchObject({ senderId: alice.userId, recipientId: bob.userId, body: "Hello" });
  await expect.poll(() => received).toEqual([sent]);

  const notices: unknown[] = [];
  sender.on("chat:thread:read", (read) => notices.push(read));
  await recipient.chat.markRead(alice.userId);
  await expect.poll(() => notices).toMatchObject([{ userId: bob.userId }]);
  sender.on("chat:typing", (typing) => notices.push(typing));
  recipient.chat.typing(alice.userId, true);
  await expect.poll(() => notices.at(-1)).toEqual({ userId: bob.userId, isTyping: true });
});

test("a message that had to be sent again is stored once", async () => {
  const port = Number(new URL(jw.gatewayUrls[0] ?? "").port);
  await using proxy = await startTcpProxy({ host: "127.0.0.1", port });
  const token = await issueToken(jw, "alice", 600);
  const sender = await connect({
    url: `ws://127.0.0.1:${proxy.port}`,
    token,
    timeouts: { silenceMs: 500, connectMs: 500 },
  });
  const recipient = await signIn("bob", 1);
  const received: ChatMessage[] = [];
  recipient.on("chat:message:new", (message) => received.push(message));
  // The frozen proxy withholds the answer to the first message, or that message itself.
  const sending = sender.chat.send({ recipientId: bob.userId, body: "Once" });
  proxy.freeze();
  const unsent = sender.chat.send({ recipientId: bob.userId, body: "Twice" });
  await expect.poll(() => sender.connection.state).toBe("waiting");
  await proxy.recover();
  const [first, second] = await Promise.all([sending, unsent]);
  const { id } = await sender.chat.send({ recipientId: bob.userId, body: "Last" });
  await expect.poll(() => received.at(-1)?.id).toBe(id);
  expect(received.map((message) => message.id).toSorted()).toEqual(
    [first.id, second.id, id].toSorted(),
  );
});

test("a refusal carries the server's message", async () => {
  const sender = await signIn("alice");
  const refused = { name: "RealtimeError", reason: "refused" };
  await expect(sender.chat.send({ recipientId: alice.userId, body: "?" })).rejects.toMatchObject({
    ...refused,
    message: "recipientId: must be another user",
  });
  await expect(sender.notifications.markRead("none")).rejects.toMatchObject({
    ...refused,
    message: "Notification not found",
  });
  const viewer = await connect();
  await expect(viewer.chat.markRead(bob.userId)).rejects.toMatchObject({
    ...refused,
    message: "Not authenticated",
  });
});

test("a blocked user cannot send until unblocked", async () => {
  const [sender, recipient] = [await signIn("alice"), await signIn("bob", 1)];
  const message = { recipientId: bob.userId, body: "Are you there?" };
  await recipient.chat.block(alice.userId);
  await expect.poll(() => sender.chat.send(message).catch(String)).toContain("unavailable");
  await recipient.chat.unblock(alice.userId);
  await expect.poll(() => sender.chat.send(message).catch(String)).toMatchObject(message);
});

test("presence is a set of user ids that follows the server", async () => {
  const watcher = await signIn("alice");
  const changes: boolean[] = [];
  watcher.presence.onChange((online) => changes.push(online.has(bob.userId)));
  await expect.poll(() => [...watcher.presence.online]).toContain(alice.userId);
  const other = await signIn("bob", 1);
  await expect.poll(() => changes.at(-1)).toBe(true);
  await other.close();
  await expect.poll(() => changes.at(-1)).toBe(false);
});

test("a notification reaches a user who was offline, and is marked read", async () => {
  const sender = await signIn("alice");
  const { id: messageId } = await sender.chat.send({ recipientId: bob.userId, body: "For later" });
  const rows = () => jw.database.sql<{ id: string; readAt: string | null }[]>`
    select id, read_at from notifications where user_id = ${bob.userId} and data->>'messageId' = ${messageId}`;
  await expect.poll(async () => (await rows()).length).toBe(1);
  const id = (await rows())[0]?.id ?? "";
  const recipient = await signIn("bob");
  await recipient.notifications.markRead(id);
  expect((await rows())[0]?.readAt).not.toBeNull();
});

test("a token that expires soon is replaced, and the session continues", async () => {
  let asked = 0;
  const getToken = async () => await issueToken(jw, "alice", asked++ === 0 ? 3 : 600);
  const realtime = await connect({ getToken });
  // Its token is as short as the first one above and younger: it ends after that one has expired.
  const unrenewed = await connect({ token: await issueToken(jw, "alice", 3) });
  await expect.poll(() => asked).toBe(2);
  expect(await unrenewed.ended).toMatchObject({ reason: "Token expired" });
  expect(realtime.connection).toEqual({ state: "connected" });
  await realtime.chat.markRead(bob.userId);
});

test("a token that was not replaced in time is replaced by reconnecting", async () => {
  let asked = 0;
  const realtime = await connect({
    getToken: async () => {
      if (++asked === 2) throw new Error("away for a moment");
      return await issueToken(jw, "alice", asked === 1 ? 8 : 600);
    },
  });
  const states: unknown[] = [];
  realtime.onConnection((connection) => states.push(connection));
  await expect
    .poll(() => states)
    .toContainEqual(expect.objectContaining({ state: "waiting", reason: "Token expired" }));
  await expect.poll(() => realtime.connection.state).toBe("connected");
});

test("without another token the connection ends when the token expires", async () => {
  const realtime = await connect({ token: await issueToken(jw, "alice", 3) });
  expect(await realtime.ended).toEqual({
    state: "ended",
    cause: "refused",
    reason: "Token expired",
  });
});

test("a revoked key ends the connection with that reason", async () => {
  const carol = await addFeeder(jw, "carol", "SESSION-C");
  const realtime = await connect({ apiKey: carol.apiKey });
  await jw.database.sql`
    update api_keys set revoked_at = now() where account_id = ${carol.userId}`;
  expect(await realtime.ended).toEqual({
    state: "ended",
    cause: "refused",
    reason: "API key revoked",
  });
});

test("the firehose accepts a filter and names the mistake of an invalid one", async () => {
  const realtime = await connect();
  const received: EnrichedMessage[] = [];
  realtime.on("message", (message) => received.push(message));
  const { started } = realtime.sniff({ filter: { tail: "n7hose" }, recent: 10, stats: true });
  expect(await started).toEqual({ filter: { tail: "N7HOSE" } });
  await post(jw, "SESSION-A", 3);
  await post(jw, "SESSION-A", 2, { tail: "N7HOSE" });
  await expect.poll(() => received.map(({ tail }) => tail)).toEqual(["N7HOSE", "N7HOSE"]);

  const refused = realtime.sniff({ filter: { bbox: [0, 50, 10, 40] } });
  await expect(refused.started).rejects.toMatchObject({
    reason: "refused",
    message: "filter.bbox: south must not be greater than north",
  });
});

test("a station is monitored, and an unknown one is refused", async () => {
  const [id = 0] = alice.stationIds;
  const realtime = await connect();
  const received: string[] = [];
  realtime.on("station:monitor:data", ({ newMessages }) => {
    received.push(...newMessages.map((message) => message.tail ?? ""));
  });
  await realtime.monitorStation(id).started;
  await expect(realtime.monitorStation(999_999).started).rejects.toThrow("Station not found");
  await post(jw, "SESSION-A", 1, { tail: "N8MON" });
  await expect.poll(() => received).toEqual(["N8MON"]);
});
