import { randomBytes, randomUUID } from "node:crypto";
import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { issueToken } from "@jetwire/auth";
import type { KeyScope } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRig, type Rig } from "./rig.ts";
import { createUsers, type Users } from "./signed-in.ts";

let rig: Rig;
let users: Users;
let sql: Sql;
beforeAll(async () => {
  rig = await openRig();
  users = await createUsers(rig);
  ({ sql } = rig.database.database);
});
afterAll(() => rig[Symbol.asyncDispose]());

/** Adds a feeder whose key has these scopes, and opens a session with the key. */
async function addFeeder(ident: string, scopes: readonly KeyScope[]) {
  const feeder = await rig.feeder(ident);
  const { accountId: userId, username } = feeder;
  const [key] = await sql<{ id: string }[]>`
    update api_keys set scopes = ${[...scopes]}::text[] where account_id = ${userId} returning id`;
  const lifetimes = { tokenSeconds: 900, refreshSeconds: 900, sessionSeconds: 900 };
  const tokenId = randomUUID();
  const grant = { tokenId, refreshHash: randomBytes(32) };
  await db.sessions.open(sql, key?.id ?? "", grant, { ...lifetimes, graceSeconds: 10 });
  const signing = { tokenId, ttlSeconds: 900, key: users.key, now: Date.now() };
  return { ...feeder, token: await issueToken({ userId, username, ...signing }) };
}

test("a key without the scope feed gets exactly feed:error, then the server disconnects", async () => {
  const { apiKey } = await addFeeder("SC-KEY", ["read", "manage", "operate"]);
  const client = rig.connect(rig.gateways[0], { auth: { apiKey } });
  expect(await client.disconnected()).toBe("io server disconnect");
  const message = "The API key lacks the scope feed";
  expect(client.events.slice(0, -1)).toEqual([["feed:error", { message }]]);
});

test("a session of a key without the scope feed has no chat and no feed", async () => {
  const { token } = await addFeeder("SC-SESSION", ["read", "manage", "operate"]);
  const client = rig.connect(rig.gateways[0], { auth: { token, feed: true } });
  expect(await client.disconnected()).toBe("io server disconnect");
  const message = "The API key of this session lacks the scope feed";
  expect(client.events.slice(0, -1)).toEqual([["chat:error", { message }]]);
});

test("the scope feed alone suffices for the feed, by the key and by its session", async () => {
  const { apiKey, token } = await addFeeder("SC-FEED", ["feed"]);
  for (const auth of [{ apiKey }, { token, feed: true }]) {
    const client = rig.connect(rig.gateways[0], { auth });
    expect(await client.next("feed:authenticated")).toMatchObject([
      { stations: [{ ident: "SC-FEED" }] },
    ]);
  }
});
