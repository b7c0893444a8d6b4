import { randomUUID } from "node:crypto";
import * as db from "@jetwire/db";
import {
  authIssuers,
  encodeToken,
  type KeyServer,
  makeIssuerKey,
  otherIssuer,
  startKeyServer,
  unsignedToken,
} from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, openRig, type Rig, type TestGateway } from "./rig.ts";
import { ask, createUsers, type User, type Users } from "./signed-in.ts";

const { issuer } = otherIssuer;
const key = makeIssuerKey("k1", "ES256");

let rig: Rig;
let users: Users;
let keyServer: KeyServer;
let gateway: TestGateway;
beforeAll(async () => {
  rig = await openRig();
  users = await createUsers(rig);
  keyServer = await startKeyServer();
  keyServer.publish([key]);
  gateway = await rig.startGateway({ AUTH_ISSUERS: authIssuers(keyServer.url) });
});
afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await keyServer[Symbol.asyncDispose]();
});

function issue(subject: string, more: object = {}, by = key): string {
  const parts = unsignedToken(by, Date.now(), subject);
  return encodeToken({ ...parts, claims: { ...parts.claims, ...more } });
}

/** A user whom the operator has linked to somebody at the issuer. */
async function linked(): Promise<{ user: User; subject: string }> {
  const [user, subject] = [await users.add(), randomUUID()];
  const { sql } = rig.database.database;
  expect(await db.identities.link(sql, user.userId, { issuer, subject })).toBe(true);
  return { user, subject };
}

function connect(token: string, to = gateway): Client {
  return rig.connect(to, { auth: { token } });
}

async function expectRefused(client: Client): Promise<void> {
  expect(await client.disconnected()).toBe("io server disconnect");
  expect(client.events.slice(0, -1)).toEqual([["chat:error", { message: "Invalid token" }]]);
}

test("R-22: a token of another issuer opens its linked account's session, which it can renew", async () => {
  const { user, subject } = await linked();
  const client = connect(issue(subject, { exp: Math.floor(Date.now() / 1_000) + 5 }));
  expect(await client.next("chat:authenticated")).toEqual([{ userId: user.userId }]);
  expect(await ask(client, "auth:refresh", issue(subject))).toEqual({ ok: true });
  expect(await ask(client, "auth:refresh", await user.token())).toEqual({ ok: true });
  // Ours go on being ours.
  const own = connect(await user.token());
  expect(await own.next("chat:authenticated")).toEqual([{ userId: user.userId }]);
});

test("R-24, A-21: a token of an unlinked identity, for another audience, by an unknown key or of an unknown issuer is invalid", async () => {
  const { subject } = await linked();
  const stranger = makeIssuerKey("k1", "ES256");
  for (const token of [
    issue("nobody"),
    issue(subject, { aud: "other" }),
    issue(subject, { iss: "https://elsewhere.example" }),
    issue(subject, {}, stranger),
  ]) {
    await expectRefused(connect(token));
  }
  await expectRefused(connect(issue(subject), rig.gateways[0]));
});

test("an identity belongs to one account; unlinked, or with a banned account, it opens no session", async () => {
  const { sql } = rig.database.database;
  const { user, subject } = await linked();
  const other = await users.add();
  expect(await db.identities.link(sql, user.userId, { issuer, subject })).toBe(true);
  expect(await db.identities.link(sql, other.userId, { issuer, subject })).toBe(false);
  const open = connect(issue(subject));
  await open.next("chat:authenticated");
  await db.sessions.setBanned(sql, user.userId, true);
  await open.disconnected();
  await expectRefused(connect(issue(subject)));
  await db.sessions.setBanned(sql, user.userId, false);
  expect(await db.identities.unlink(sql, other.userId, { issuer, subject })).toBe(false);
  expect(await db.identities.unlink(sql, user.userId, { issuer, subject })).toBe(true);
  await expectRefused(connect(issue(subject)));
});

test("while an issuer's keys are unavailable only its own tokens are refused for now", async () => {
  const { user, subject } = await linked();
  const away = await rig.startGateway({
    AUTH_ISSUERS: authIssuers("http://127.0.0.1:1/keys"),
  });
  const client = connect(issue(subject), away);
  expect(await client.next("chat:error")).toEqual([{ message: "Service unavailable" }]);
  expect(await client.disconnected()).toBe("transport close");
  const own = connect(await user.token(), away);
  await own.next("chat:authenticated");
});
