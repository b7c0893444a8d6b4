import * as db from "@jetwire/db";
import {
  type Endpoint,
  endpoints,
  type KeyScope,
  keyScopes,
  Problem,
  SessionGrant,
} from "@jetwire/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addKeyOwner, ask } from "../rest-under-test.ts";
import { signIn } from "../signed-in.ts";
import type { Named } from "./coverage.ts";
import { addressOf, type Scene, startScene } from "./scene.ts";

const all = Object.entries<Endpoint>(endpoints) as Named[];
const scoped = all.filter(([, { scope }]) => scope !== null);
const ofOperators = all.filter(([, { access }]) => access === "operator");
const changes = scoped.filter(
  ([, { method, access }]) => method !== "GET" && access !== "operator",
);

let scene: Scene;
let owners = 0;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(async () => {
  await scene[Symbol.asyncDispose]();
});

/** Adds an operator with a key of these scopes. */
async function addOperator(scopes: readonly KeyScope[]) {
  const { database } = scene.rest;
  const owner = await addKeyOwner(database, `scoped-${++owners}`, "unlimited", scopes);
  await db.accounts.setRole(database.database.sql, owner.accountId, "operator");
  return owner;
}

async function openSession(key: string): Promise<string> {
  const response = await ask(`${scene.rest.url}/v1/auth/sessions`, key, { method: "POST" });
  return SessionGrant.parse(await response.json()).token;
}

/** Asks an endpoint as it is described, and returns the problem of the answer. */
async function problemOf([name, endpoint]: Named, credential: string): Promise<Problem> {
  const { method } = endpoint;
  const asking = { method, body: scene.bodies[name], headers: scene.headers[name] ?? {} };
  const response = await ask(addressOf(scene, endpoint), credential, asking);
  expect([name, response.status]).toEqual([name, 403]);
  return Problem.parse(await response.json());
}

describe("every endpoint with a scope", () => {
  test.each(keyScopes)(
    "refuses keys and sessions of keys without %s, and names it",
    async (scope) => {
      const { key } = await addOperator(keyScopes.filter((other) => other !== scope));
      const token = await openSession(key);
      for (const one of scoped.filter(([, endpoint]) => endpoint.scope === scope)) {
        const credentials = one[1].access === "session" ? [token] : [key, token];
        for (const credential of credentials) {
          const { code, detail } = await problemOf(one, credential);
          expect([one[0], code, detail]).toEqual([
            one[0],
            "forbidden",
            expect.stringContaining(`scope \`${scope}\``),
          ]);
        }
      }
    },
  );

  test("is covered: what only reads needs read, what operators do needs operate", () => {
    expect(scoped.length).toBeGreaterThan(100);
    for (const [name, { method, access, scope }] of all) {
      const toChange = name === "endSession" ? "read" : "manage";
      const ofUser = method === "GET" ? "read" : toChange;
      const expected = { open: null, operator: "operate" }[access as string];
      expect([name, scope]).toEqual([name, expected === undefined ? ofUser : expected]);
    }
  });
});

test("a key that was taken from a feeder changes nothing of its account", async () => {
  const { accountId, key } = await addKeyOwner(scene.rest.database, "feeder", "unlimited", [
    "read",
    "feed",
  ]);
  const token = await openSession(key);
  for (const one of changes.filter(([name]) => name !== "endSession")) {
    for (const credential of [key, token]) {
      expect([one[0], (await problemOf(one, credential)).code]).toEqual([one[0], "forbidden"]);
    }
  }
  const keys = await db.apiKeys.list(scene.rest.database.database.sql, accountId);
  expect(keys).toMatchObject([{ scopes: ["read", "feed"], revokedAt: null }]);
});

test("an operator's key without operate does nothing of what operators do", async () => {
  const { key } = await addOperator(["read", "feed", "manage"]);
  const token = await openSession(key);
  for (const one of ofOperators) {
    for (const credential of [key, token]) {
      expect([one[0], (await problemOf(one, credential)).code]).toEqual([one[0], "forbidden"]);
    }
  }
});

describe("a new key", () => {
  test("has read and feed, unless it is asked for more", async () => {
    await revokeAll();
    const { token } = await signIn(scene.rest, scene.rest.accountId);
    expect(await (await issue(token)).json()).toMatchObject({ scopes: ["read", "feed"] });
    const more = await issue(token, ["manage", "read", "read"]);
    expect(await more.json()).toMatchObject({ scopes: ["read", "manage"] });
    for (const scopes of [[], ["write"]]) expect((await issue(token, scopes)).status).toBe(400);
  });

  test("has no scope that the key lacks which issues it", async () => {
    await revokeAll();
    const { accountId } = scene.rest;
    const { sql } = scene.rest.database.database;
    const narrow = await addKeyOwner(scene.rest.database, "narrow", "unlimited", ["manage"]);
    await sql`update api_keys set account_id = ${accountId} where id = ${narrow.keyId}`;
    expect((await issue(narrow.key, ["manage"])).status).toBe(201);
    const refused = await issue(narrow.key, ["read", "manage"]);
    expect(await refused.json()).toMatchObject({ status: 403, code: "forbidden" });
  });

  test("has operate only for an operator who has just signed in", async () => {
    await revokeAll();
    const { accountId, database } = scene.rest;
    const { sql } = database.database;
    const asUser = await signIn(scene.rest, accountId);
    expect((await issue(asUser.token, ["operate"])).status).toBe(403);
    await db.accounts.setRole(sql, accountId, "operator");
    const old = await signIn(scene.rest, accountId, 11);
    const byOld = await issue(old.token, ["operate"]);
    expect(await byOld.json()).toMatchObject({ status: 403 });
    const strong = await addKeyOwner(database, "strong", "unlimited", keyScopes);
    await sql`update api_keys set account_id = ${accountId} where id = ${strong.keyId}`;
    const byKey = await issue(strong.key, ["operate"]);
    expect(await byKey.json()).toMatchObject({ status: 403, code: "sign_in_again" });
    const recent = await signIn(scene.rest, accountId);
    expect((await issue(recent.token, ["operate"])).status).toBe(201);
    await db.accounts.setRole(sql, accountId, "user");
  });
});

async function issue(credential: string, scopes?: readonly string[]): Promise<Response> {
  const body = { ...(scene.bodies.issueKey as object), ...(scopes && { scopes }) };
  return await ask(`${scene.rest.url}/v1/keys`, credential, { method: "POST", body });
}

/** Other tests may have used up the number of keys of the account. */
async function revokeAll(): Promise<void> {
  const { accountId, database } = scene.rest;
  await database.database.sql`
    update api_keys set revoked_at = now() where account_id = ${accountId}`;
}
