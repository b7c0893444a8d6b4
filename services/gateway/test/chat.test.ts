import { Database } from "@jetwire/db";
import { createLogger } from "@jetwire/runtime";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, openRig, type Rig, type TestGateway } from "./rig.ts";
import {
  ask,
  createUsers,
  payloads,
  waitUntilDelivered,
  type User,
  type Users,
} from "./signed-in.ts";

let rig: Rig;
let users: Users;
let first: TestGateway;
let second: TestGateway;
beforeAll(async () => {
  rig = await openRig();
  users = await createUsers(rig);
  [first, second] = rig.gateways;
});
afterAll(() => rig[Symbol.asyncDispose]());

interface Pair {
  readonly alice: User;
  readonly bob: User;
  readonly atFirst: Client;
  readonly atSecond: Client;
}

/** Two users, each on a gateway of its own. */
async function pair(): Promise<Pair> {
  const [alice, bob] = [await users.add(), await users.add()];
  return { alice, bob, atFirst: await alice.signIn(first), atSecond: await bob.signIn(second) };
}

async function rowsOf(sender: User): Promise<number> {
  const { sql } = rig.database.database;
  const [row] = await sql<{ count: number }[]>`
    select count(*) from chat_messages where sender_id = ${sender.userId}`;
  return row?.count ?? 0;
}

test("R-42: a message reaches all sessions of both users on all replicas, with exactly its members", async () => {
  const { alice, bob, atFirst, atSecond } = await pair();
  const others = [await alice.signIn(second), await bob.signIn(first)];
  const body = ' <b>"hi"</b>\n\u{1F6E9}\u202E \u001b[31m ';
  const send = { recipientId: bob.userId.toUpperCase(), body, clientId: "c1", more: 1 };
  const answer = await ask(atFirst, "chat:message:send", send);
  const message = {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    senderId: alice.userId,
    recipientId: bob.userId,
    body,
    createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    clientId: "c1",
  };
  expect(answer).toEqual({ ok: true, chatMessage: message });
  const { chatMessage } = answer as { chatMessage: object };
  for (const client of [atFirst, atSecond, ...others]) {
    expect(await client.next("chat:message:new")).toEqual([chatMessage]);
  }
  atSecond.socket.emit("chat:message:send", { recipientId: alice.userId, body: "back" });
  const [, [back]] = [
    await atFirst.next("chat:message:new"),
    await atFirst.next("chat:message:new", 2),
  ];
  expect(Object.keys(back as object).toSorted()).toEqual([
    "body",
    "createdAt",
    "id",
    "recipientId",
    "senderId",
  ]);
});

test("messages of one sender arrive in order", async () => {
  const { alice, bob, atFirst, atSecond } = await pair();
  const bodies = Array.from({ length: 20 }, (_, i) => `number ${i}`);
  for (const body of bodies)
    atFirst.socket.emit("chat:message:send", { recipientId: bob.userId, body });
  await waitUntilDelivered(atFirst, alice, atSecond, bob);
  const events = payloads(atSecond, "chat:message:new").map((m) => (m as { body: string }).body);
  expect(events.slice(0, 20)).toEqual(bodies);
});

test("F-60: the same clientId again is one row, one push and the same answer", async () => {
  const { alice, bob, atFirst, atSecond } = await pair();
  const send = { recipientId: bob.userId, body: "once", clientId: "same" };
  const again = await alice.signIn(second);
  const answers = await Promise.all([
    ask(atFirst, "chat:message:send", send),
    ask(again, "chat:message:send", send),
    ask(atFirst, "chat:message:send", send),
  ]);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ ok: true, chatMessage: { body: "once", clientId: "same" } });
  await waitUntilDelivered(atFirst, alice, atSecond, bob);
  expect(payloads(atSecond, "chat:message:new")).toHaveLength(2);
  expect(await rowsOf(alice)).toBe(2);
  // Another sender's clientIds are another's.
  const other = await ask(atSecond, "chat:message:send", { ...send, recipientId: alice.userId });
  expect(other).toMatchObject({ ok: true, chatMessage: { senderId: bob.userId } });
});

test("R-42: a message is stored as it was sent, except for characters that Postgres cannot store", async () => {
  const { bob, atFirst, atSecond } = await pair();
  const body = "a\u0000b \ud800 c";
  await ask(atFirst, "chat:message:send", { recipientId: bob.userId, body });
  const [message] = await atSecond.next("chat:message:new");
  expect(message).toMatchObject({ body: "a\u2400b \ufffd c" });
});

describe("R-47: an invalid payload is refused by chat:error that names the field, with no other effect", () => {
  const id = "00000000-0000-4000-8000-000000000000";
  const cases: [string, unknown, string][] = [
    ["chat:message:send", undefined, "payload"],
    ["chat:message:send", null, "payload"],
    ["chat:message:send", "text", "payload"],
    ["chat:message:send", [], "payload"],
    ["chat:message:send", {}, "recipientId"],
    ["chat:message:send", { recipientId: 7, body: "x" }, "recipientId"],
    ["chat:message:send", { recipientId: { $ne: 1 }, body: "x" }, "recipientId"],
    ["chat:message:send", { recipientId: id }, "body"],
    ["chat:message:send", { recipientId: id, body: 7 }, "body"],
    ["chat:message:send", { recipientId: id, body: "" }, "body"],
    ["chat:message:send", { recipientId: id, body: " \n\t " }, "body"],
    ["chat:message:send", { recipientId: id, body: "x".repeat(2_001) }, "body"],
    ["chat:message:send", { recipientId: id, body: "x", clientId: 7 }, "clientId"],
    ["chat:message:send", { recipientId: id, body: "x", clientId: "" }, "clientId"],
    ["chat:message:send", { recipientId: id, body: "x", clientId: "y".repeat(65) }, "clientId"],
    ["chat:thread:read", id, "payload"],
    ["chat:thread:read", { userId: 7 }, "userId"],
    ["chat:typing", { recipientId: id }, "isTyping"],
    ["chat:typing", { recipientId: id, isTyping: "yes" }, "isTyping"],
    ["chat:block", {}, "userId"],
    ["chat:unblock", { userId: null }, "userId"],
  ];
  test("table of bad payloads", async () => {
    const alice = await users.add();
    const client = await alice.signIn(first);
    for (const [i, [event, payload, field]] of cases.entries()) {
      const answer = await ask(client, event, payload);
      const message = expect.stringMatching(new RegExp(`^${field}: `));
      expect(answer).toEqual({ ok: false, message });
      expect(await client.next("chat:error", i + 1)).toEqual([{ message }]);
    }
    expect(await rowsOf(alice)).toBe(0);
    expect(client.socket.connected).toBe(true);
  });

  test("2,000 characters are not too many, however many units they have", async () => {
    const { bob, atFirst } = await pair();
    const body = ` ${"\u{1F6E9}".repeat(2_000)} `;
    const answer = await ask(atFirst, "chat:message:send", { recipientId: bob.userId, body });
    expect(answer).toMatchObject({ ok: true, chatMessage: { body } });
  });
});

test("A-20: unknown and ended recipients and those who blocked the sender are refused alike", async () => {
  const { sql } = rig.database.database;
  const { alice, bob, atFirst, atSecond } = await pair();
  const ended = await users.add();
  await sql`update accounts set ended_at = now() where id = ${ended.userId}`;
  await ask(atSecond, "chat:block", { userId: alice.userId });
  const nobody = "00000000-0000-4000-8000-000000000000";
  for (const recipientId of [nobody, "nobody", "' or 1=1 --", ended.userId, bob.userId]) {
    expect(await ask(atFirst, "chat:message:send", { recipientId, body: "x" })).toEqual({
      ok: false,
      message: "Recipient unavailable",
    });
  }
  // Who has blocked doesn't write either; nobody writes to himself.
  const [back, self] = [
    await ask(atSecond, "chat:message:send", { recipientId: alice.userId, body: "x" }),
    await ask(atFirst, "chat:message:send", { recipientId: alice.userId, body: "x" }),
  ];
  expect(back).toEqual({ ok: false, message: "Recipient unavailable" });
  expect(self).toEqual({ ok: false, message: "recipientId: must be another user" });
  expect(await rowsOf(alice)).toBe(0);
  expect(payloads(atSecond, "chat:message:new")).toEqual([]);

  await ask(atSecond, "chat:unblock", { userId: alice.userId });
  await ask(atFirst, "chat:message:send", { recipientId: bob.userId, body: "again" });
  expect((await atSecond.next("chat:message:new"))[0]).toMatchObject({ body: "again" });
});

test("A-20: a message, its receipt and typing reach no third user", async () => {
  const { alice, bob, atFirst, atSecond } = await pair();
  const stranger = await users.add();
  const anonymous = rig.connect(second);
  const strange = await stranger.signIn(second);
  await ask(atFirst, "chat:message:send", { recipientId: bob.userId, body: "secret" });
  await ask(atSecond, "chat:thread:read", { userId: alice.userId });
  await ask(atSecond, "chat:typing", { recipientId: alice.userId, isTyping: true });
  await atFirst.next("chat:typing");
  await waitUntilDelivered(atFirst, alice, strange, stranger);
  const names = strange.events.map(([event]) => String(event));
  expect(names.filter((name) => name.startsWith("chat:")).toSorted()).toEqual([
    "chat:authenticated",
    "chat:message:new",
  ]);
  expect(anonymous.events).toEqual([]);
});

test("R-43: reading a thread is stored and sent to the other user", async () => {
  const { sql } = rig.database.database;
  const { alice, bob, atFirst, atSecond } = await pair();
  expect(await ask(atSecond, "chat:thread:read", { userId: alice.userId })).toEqual({ ok: true });
  await ask(atFirst, "chat:message:send", { recipientId: bob.userId, body: "read me" });
  expect(await ask(atSecond, "chat:thread:read", { userId: alice.userId })).toEqual({ ok: true });
  const [payload, ...more] = await atFirst.next("chat:thread:read");
  expect(more).toEqual([]);
  const [row] = await sql<{ readAt: string }[]>`
    select read_at from chat_threads
    where user_id = ${bob.userId} and partner_id = ${alice.userId}`;
  expect(payload).toEqual({ userId: bob.userId, readAt: row?.readAt });
  expect(payloads(atFirst, "chat:thread:read")).toHaveLength(1);
  expect(payloads(atSecond, "chat:thread:read")).toEqual([]);
});

test("R-44, A-09: typing is sent to the other user once a second at most, the last state always", async () => {
  const { alice, bob, atFirst, atSecond } = await pair();
  const beganMs = performance.now();
  for (let i = 0; i < 40; i++) {
    atFirst.socket.emit("chat:typing", { recipientId: bob.userId, isTyping: i % 2 === 0 });
  }
  const last = { userId: alice.userId, isTyping: false };
  expect(await atSecond.next("chat:typing")).toEqual([{ userId: alice.userId, isTyping: true }]);
  expect(await atSecond.next("chat:typing", 2)).toEqual([last]);
  expect(performance.now() - beganMs).toBeGreaterThan(900);
  expect(payloads(atSecond, "chat:typing")).toHaveLength(2);
  expect(payloads(atFirst, "chat:error")).toEqual([]);
  expect(await rowsOf(alice)).toBe(0);
});

test("typing of a blocked user is not sent", async () => {
  const { alice, bob, atFirst, atSecond } = await pair();
  await ask(atSecond, "chat:block", { userId: alice.userId });
  const unseen = { recipientId: bob.userId, isTyping: true };
  expect(await ask(atFirst, "chat:typing", unseen)).toEqual({ ok: true });
  // Whom typing reaches is looked up after its answer; sends ask the same later, each after the other
  // and on any of the gateway's connections, and are waited for.
  for (let sends = 0; sends < 8; sends++) {
    const send = { recipientId: bob.userId, body: "no" };
    expect(await ask(atFirst, "chat:message:send", send)).toMatchObject({ ok: false });
  }
  await ask(atSecond, "chat:unblock", { userId: alice.userId });
  await waitUntilDelivered(atFirst, alice, atSecond, bob);
  expect(payloads(atSecond, "chat:typing")).toEqual([]);
});

test("stored before acknowledged: with the table locked a send is refused within its deadline, and nothing is pushed", async () => {
  const { bob, atFirst, atSecond } = await pair();
  await using locker = new Database(rig.database.url, { log: createLogger("t", "silent"), max: 1 });
  await locker.sql`begin`;
  await locker.sql`lock table chat_messages in access exclusive mode`;
  const beganMs = performance.now();
  const send = { recipientId: bob.userId, body: "late", clientId: "late" };
  try {
    const refusal = { ok: false, message: "Service unavailable" };
    expect(await ask(atFirst, "chat:message:send", send)).toEqual(refusal);
    expect(performance.now() - beganMs).toBeLessThan(3_500);
    expect(payloads(atFirst, "chat:error")).toEqual([{ message: "Service unavailable" }]);
    // Neither do others wait: not who connects, not who monitors.
    const other = await (await users.add()).signIn(first);
    other.socket.disconnect();
  } finally {
    await locker.sql`rollback`;
  }
  expect(payloads(atSecond, "chat:message:new")).toEqual([]);
  const answer = await ask(atFirst, "chat:message:send", send);
  expect(answer).toMatchObject({ ok: true, chatMessage: { body: "late" } });
  await until("the message", () => payloads(atSecond, "chat:message:new").length === 1);
});
