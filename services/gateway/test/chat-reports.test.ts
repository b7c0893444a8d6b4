import * as db from "@jetwire/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRig, type Rig, type TestGateway } from "./rig.ts";
import { ask, createUsers, type User, type Users } from "./signed-in.ts";

const environment = { CHAT_UNANSWERED_MAX: "3", CHAT_CONTACTS_PER_DAY_MAX: "2" };
const rita = { kind: "operator", name: "rita@console" } as const;

let rig: Rig;
let users: Users;
let gateway: TestGateway;
beforeAll(async () => {
  rig = await openRig();
  users = await createUsers(rig);
  gateway = await rig.startGateway(environment);
});
afterAll(() => rig[Symbol.asyncDispose]());

const to = ({ userId: recipientId }: User, body = "hello") => ({ recipientId, body });
const waits = {
  ok: false,
  message: "Wait for an answer before sending more messages to this user",
};

test("a user who has never answered gets at most so many messages; an answer lifts the limit", async () => {
  const [alice, bob] = [await users.add(), await users.add()];
  const [client, other] = [await alice.signIn(gateway), await bob.signIn(gateway)];
  for (let n = 0; n < 3; n++) {
    expect(await ask(client, "chat:message:send", to(bob))).toMatchObject({ ok: true });
  }
  expect(await ask(client, "chat:message:send", to(bob))).toEqual(waits);
  // Another connection has no allowance of its own.
  expect(await ask(await alice.signIn(gateway), "chat:message:send", to(bob))).toEqual(waits);
  expect(await ask(other, "chat:message:send", to(alice))).toMatchObject({ ok: true });
  for (let n = 0; n < 3; n++) {
    expect(await ask(client, "chat:message:send", to(bob))).toMatchObject({ ok: true });
  }
});

test("a user writes first to so many users a day, and may answer any number", async () => {
  const alice = await users.add();
  const client = await alice.signIn(gateway);
  const others = await Promise.all(Array.from({ length: 4 }, () => users.add()));
  const answers = [];
  for (const other of others) answers.push(await ask(client, "chat:message:send", to(other)));
  const refused = { ok: false, message: "Too many new conversations today" };
  expect(answers.map((answer) => (answer as { ok: boolean }).ok)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(answers[2]).toEqual(refused);
  const [, , third] = others;
  if (third === undefined) throw new Error("the test has four others");
  const theirs = await third.signIn(gateway);
  expect(await ask(theirs, "chat:message:send", to(alice))).toMatchObject({ ok: true });
  expect(await ask(client, "chat:message:send", to(third))).toMatchObject({ ok: true });
});

test("a user reports a message to the operator; only the recipient can, and once", async () => {
  const { sql } = rig.database.database;
  const [alice, bob, eve] = [await users.add(), await users.add(), await users.add()];
  const [client, other, third] = await Promise.all(
    [alice, bob, eve].map((user) => user.signIn(gateway)),
  );
  if (!client || !other || !third) throw new Error("three users have signed in");
  const sent = await ask(client, "chat:message:send", to(bob, "buy this"));
  const messageId = (sent as { chatMessage: { id: string } }).chatMessage.id;
  const report = { messageId, reason: "spam", note: "third time" };
  for (const foreign of [client, third]) {
    expect(await ask(foreign, "chat:report", report)).toEqual({
      ok: false,
      message: "Message not found",
    });
  }
  expect(await ask(other, "chat:report", { ...report, reason: "dislike" })).toMatchObject({
    ok: false,
  });
  expect(await ask(other, "chat:report", report)).toEqual({ ok: true });
  expect(await ask(other, "chat:report", report)).toEqual({ ok: true });
  const page = { limit: 10, all: false };
  const listed = await db.chat.listReports(sql, page);
  expect(listed).toMatchObject([
    {
      messageId,
      reporter: bob.username,
      reported: alice.username,
      reason: "spam",
      reportsOfUser: 1,
    },
  ]);
  const id = listed[0]?.id ?? "";
  expect(await db.chat.readReport(sql, id, rita)).toMatchObject({
    body: "buy this",
    note: "third time",
  });
  expect(await db.chat.resolveReport(sql, id, "warned", rita)).toBe(true);
  expect(await db.chat.resolveReport(sql, id, "again", rita)).toBe(false);
  expect(await db.chat.listReports(sql, page)).toEqual([]);
  expect(await db.chat.listReports(sql, { ...page, all: true })).toHaveLength(1);
  const actions = await db.audit.listActions(sql, {
    limit: 10,
    objectKind: "chat-report",
    objectId: id,
  });
  expect(actions.map(({ action, actorKind }) => `${actorKind} ${action}`)).toEqual([
    "operator chat-report.resolve",
    "operator chat-report.read",
    "account chat-report.add",
  ]);
  expect(JSON.stringify(actions)).not.toMatch(/buy this|third time/);
});
