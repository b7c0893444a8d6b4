import * as db from "@jetwire/db";
import type { Message } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, openRig, type Rig } from "./rig.ts";
import { createUsers, payloads, tokenIdOf, type User, type Users } from "./signed-in.ts";

let rig: Rig;
let users: Users;
beforeAll(async () => {
  rig = await openRig();
  users = await createUsers(rig);
});
afterAll(() => rig[Symbol.asyncDispose]());

let stations = 0;

/** A user with a station. */
async function addOwner(): Promise<User & { readonly stationId: number }> {
  const { sql } = rig.database.database;
  const user = await users.add();
  const ident = `SF-${++stations}`;
  const stationId = await db.stations.register(sql, { ident, sourceType: "vdl", simulated: false });
  await db.stations.claim(sql, { ident, accountId: user.userId, moves: false });
  return { ...user, stationId };
}

async function follow(user: User, gateway: 0 | 1, more: object = {}): Promise<Client> {
  const auth = { token: await user.token(), feed: true, ...more };
  const client = rig.connect(rig.gateways[gateway], { auth });
  await client.next("feed:authenticated");
  return client;
}

function messagesOf({ stationId }: { stationId: number }, count: number): Message[] {
  return Array.from({ length: count }, () => testMessage({ stationId }));
}

test("a session that asks for it gets the feed of its user, like an API key", async () => {
  const owner = await addOwner();
  const client = await follow(owner, 0);
  expect(payloads(client, "feed:authenticated")).toEqual([
    {
      userId: owner.userId,
      username: owner.username,
      stations: [{ id: owner.stationId, ident: expect.any(String), sourceType: "vdl" }],
    },
  ]);
  expect(client.events[0]).toEqual(["chat:authenticated", { userId: owner.userId }]);
  const messages = messagesOf(owner, 5);
  await rig.append(owner.userId, ...messages);
  await client.next("feed:message", 5);
  expect(payloads(client, "feed:message")).toEqual(messages);
});

test("it resumes on another gateway: what was missed, in order, once, then feed:resumed, then live", async () => {
  const owner = await addOwner();
  const messages = messagesOf(owner, 60);
  const first = await follow(owner, 0);
  await rig.append(owner.userId, ...messages.slice(0, 20));
  await first.next("feed:message", 20);
  first.socket.disconnect();
  await rig.append(owner.userId, ...messages.slice(20, 50));
  const second = await follow(owner, 1, { after: messages[19]?.id });
  expect(await second.next("feed:resumed")).toEqual([{ recovered: true, replayed: 30 }]);
  await rig.append(owner.userId, ...messages.slice(50));
  await second.next("feed:message", 40);
  expect(payloads(second, "feed:message")).toEqual(messages.slice(20));
});

test("a position that is not known is answered with a gap", async () => {
  const owner = await addOwner();
  const client = await follow(owner, 0, { after: "nonsense" });
  expect(await client.next("feed:resumed")).toMatchObject([{ recovered: false }]);
  await client.next("feed:gap");
});

test("a session that does not ask for it gets no feed, nor does a client without a credential", async () => {
  const owner = await addOwner();
  const asking = await follow(owner, 0);
  const silent = await owner.signIn(rig.gateways[0]);
  const anonymous = rig.connect(rig.gateways[0], { auth: { feed: true } });
  await rig.append(owner.userId, ...messagesOf(owner, 1));
  await asking.next("feed:message");
  expect(payloads(silent, "feed:message")).toEqual([]);
  expect(payloads(silent, "feed:authenticated")).toEqual([]);
  expect(payloads(anonymous, "feed:authenticated")).toEqual([]);
});

test("with an API key of another account, the key's feed is sent and no other", async () => {
  const owner = await addOwner();
  const feeder = await rig.feeder("SF-KEY");
  const auth = { token: await owner.token(), apiKey: feeder.apiKey, feed: true };
  const client = rig.connect(rig.gateways[0], { auth });
  await client.next("presence:snapshot");
  await client.next("feed:authenticated");
  await rig.append(owner.userId, ...messagesOf(owner, 1));
  const own = testMessage({ stationId: feeder.stationIds[0] ?? 0 });
  await rig.append(feeder.accountId, own);
  await client.next("feed:message");
  expect(payloads(client, "feed:message")).toEqual([own]);
  expect(payloads(client, "feed:authenticated")).toMatchObject([{ userId: feeder.accountId }]);
});

describe("the feed ends with the session, within 5 s", () => {
  test("when its token is revoked", async () => {
    const owner = await addOwner();
    const token = await owner.token();
    const client = rig.connect(rig.gateways[0], { auth: { token, feed: true } });
    await client.next("feed:authenticated");
    await db.sessions.revokeToken(rig.database.database.sql, {
      tokenId: tokenIdOf(token),
      userId: owner.userId,
      expiresAt: new Date(Date.now() + 900_000).toISOString(),
    });
    expect(await client.disconnected()).toBe("io server disconnect");
    expect(payloads(client, "chat:error")).toEqual([{ message: "Invalid token" }]);
  });

  test("when its user is banned", async () => {
    const owner = await addOwner();
    const client = await follow(owner, 1);
    await db.sessions.setBanned(rig.database.database.sql, owner.userId, true);
    expect(await client.disconnected()).toBe("io server disconnect");
    await rig.append(owner.userId, ...messagesOf(owner, 1));
    expect(payloads(client, "feed:message")).toEqual([]);
  });

  test("when its token expires", async () => {
    const owner = await addOwner();
    const auth = { token: await owner.token(2), feed: true };
    const client = rig.connect(rig.gateways[0], { auth });
    await client.next("feed:authenticated");
    expect(await client.disconnected()).toBe("io server disconnect");
  });
});

test("it counts as one of the account's connections", async () => {
  const owner = await addOwner();
  const gateway = await rig.startGateway({ GATEWAY_CONNECTIONS_PER_ACCOUNT_MAX: "1" });
  const auth = { token: await owner.token(), feed: true };
  await rig.connect(gateway, { auth }).next("feed:authenticated");
  const second = rig.connect(gateway, { auth });
  expect(await second.next("chat:error")).toEqual([{ message: "Too many connections" }]);
});
