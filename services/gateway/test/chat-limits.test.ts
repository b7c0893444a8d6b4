import { pause } from "@jetwire/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, openRig, type Rig, type TestGateway } from "./rig.ts";
import {
  ask,
  createUsers,
  payloads,
  waitUntilDelivered,
  type User,
  type Users,
} from "./signed-in.ts";

const environment = { CHAT_PER_USER_PER_MINUTE: "40" };
const refusal = { ok: false, message: "Rate limit exceeded" };

let rig: Rig;
let users: Users;
let first: TestGateway;
let second: TestGateway;
beforeAll(async () => {
  rig = await openRig();
  users = await createUsers(rig);
  first = await rig.startGateway(environment);
  second = await rig.startGateway(environment);
});
afterAll(() => rig[Symbol.asyncDispose]());

/** Answers to so many sends, all at once. */
async function send(client: Client, to: User, count: number): Promise<unknown[]> {
  const sends = Array.from({ length: count }, (_, i) =>
    ask(client, "chat:message:send", { recipientId: to.userId, body: `number ${i}` }),
  );
  return await Promise.all(sends);
}

function refusalsOf(answers: readonly unknown[]): number {
  return answers.filter((answer) => JSON.stringify(answer) === JSON.stringify(refusal)).length;
}

test("R-49, R-50: the 31st send of a connection in a minute is refused, with no other effect", async () => {
  const [alice, bob] = [await users.add(), await users.add()];
  const [client, other] = [await alice.signIn(first), await bob.signIn(second)];
  const answers = await send(client, bob, 33);
  expect(answers.slice(30)).toEqual([refusal, refusal, refusal]);
  expect(refusalsOf(answers)).toBe(3);
  const errors = client.events.filter(([event]) => event === "chat:error");
  expect(errors).toEqual(
    Array.from({ length: 3 }, () => ["chat:error", { message: "Rate limit exceeded" }]),
  );
  await waitUntilDelivered(other, bob, client, alice);
  // The thirty, and what Bob himself has sent.
  await other.next("chat:message:new", 31);
  expect(payloads(other, "chat:message:new")).toHaveLength(31);
  const { sql } = rig.database.database;
  const [row] = await sql<{ count: number }[]>`
    select count(*) from chat_messages where sender_id = ${alice.userId}`;
  expect(row?.count).toBe(30);
  // Other events have limits of their own.
  expect(await ask(client, "chat:thread:read", { userId: bob.userId })).toEqual({ ok: true });
});

test("A-14: neither a second connection, another replica nor a reconnect resets a user's limit", async () => {
  const [alice, bob] = [await users.add(), await users.add()];
  const answers: unknown[] = [];
  for (const gateway of [first, second, first, second]) {
    const client = await alice.signIn(gateway);
    answers.push(...(await send(client, bob, 15)));
    client.socket.disconnect();
  }
  expect(refusalsOf(answers)).toBe(20);
  expect(refusalsOf(answers.slice(40))).toBe(20);
  const client = await bob.signIn(second);
  expect(refusalsOf(await send(client, alice, 1))).toBe(0);
});

test("A-09: a flood of typing events reaches the other user as a start and an end", async () => {
  const [alice, bob] = [await users.add(), await users.add()];
  const [client, other] = [await alice.signIn(first), await bob.signIn(second)];
  // As many at once as a connection may send at all.
  for (let n = 0; n < 50; n++) {
    client.socket.emit("chat:typing", { recipientId: bob.userId, isTyping: n % 2 === 0 });
  }
  await other.next("chat:typing", 2);
  await waitUntilDelivered(client, alice, other, bob);
  expect(payloads(other, "chat:typing")).toEqual([
    { userId: alice.userId, isTyping: true },
    { userId: alice.userId, isTyping: false },
  ]);
});

test.each([
  ["chat:block", 30, (to: User): unknown => ({ userId: to.userId })],
  ["chat:unblock", 30, (to: User): unknown => ({ userId: to.userId })],
  ["auth:refresh", 10, (): unknown => "a.b.c"],
] as const)(
  "A-09: of %s %i in a minute are looked at on a connection",
  async (event, max, make) => {
    const [alice, bob] = [await users.add(), await users.add()];
    const client = await alice.signIn(first);
    const answers = await Promise.all(
      Array.from({ length: max + 3 }, () => ask(client, event, make(bob))),
    );
    expect(refusalsOf(answers)).toBe(3);
    expect(answers.slice(max)).toEqual([refusal, refusal, refusal]);
  },
);

test("A-09: reads are limited as well", async () => {
  const [alice, bob] = [await users.add(), await users.add()];
  const client = await alice.signIn(first);
  const answers: unknown[] = [];
  for (let i = 0; i < 61; i++) {
    answers.push(await ask(client, "chat:thread:read", { userId: bob.userId }));
    // A connection may send 60 packets at once and 20 a second, whatever they are.
    if (i % 20 === 19) await pause(1_000);
  }
  expect(refusalsOf(answers)).toBe(1);
  expect(answers.at(-1)).toEqual(refusal);
});
