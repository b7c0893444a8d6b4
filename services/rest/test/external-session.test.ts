import * as db from "@jetwire/db";
import {
  authIssuers,
  encodeToken,
  faultyTokens,
  type KeyServer,
  makeIssuerKey,
  otherIssuer,
  startKeyServer,
  unsignedToken,
} from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  addKeyOwner,
  ask,
  type RestUnderTest,
  startReplica,
  startRest,
} from "./rest-under-test.ts";

const { issuer, subject } = otherIssuer;
const key = makeIssuerKey("k1", "ES256");
/** The longest time until a revocation is effective on all replicas. */
const refusedWithinMs = 5_000;

let keyServer: KeyServer;
let rest: RestUnderTest;
beforeAll(async () => {
  keyServer = await startKeyServer();
  keyServer.publish([key]);
  rest = await startRest({
    AUTH_ISSUERS: authIssuers(keyServer.url),
    REST_EXEMPT_ADDRESSES: "127.0.0.1",
  });
  await link(rest.accountId, subject);
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
  await keyServer[Symbol.asyncDispose]();
});

function parts(of = subject) {
  return unsignedToken(key, Date.now(), of);
}

/** Links an identity, like `jetwire accounts link`. */
async function link(accountId: string, of: string): Promise<void> {
  const { sql } = rest.database.database;
  expect(await db.identities.link(sql, accountId, { issuer, subject: of })).toBe(true);
}

async function me(token: string, url = rest.url): Promise<number> {
  return (await ask(`${url}/v1/me`, token)).status;
}

async function addLinkedAccount(name: string) {
  const principal = await addKeyOwner(rest.database, name);
  await link(principal.accountId, name);
  const token = encodeToken(parts(name));
  expect(await me(token)).toBe(200);
  return { ...principal, token };
}

describe("a token of an external issuer", () => {
  test("R-22: is a session of its linked account, with the account's limit", async () => {
    const token = encodeToken(parts());
    const answer = await ask(`${rest.url}/v1/me`, token);
    expect(await answer.json()).toMatchObject({ id: rest.accountId, tier: "unlimited" });
    expect(answer.headers.get("ratelimit-policy")).toBe('"account";q=1000000;w=60');
    expect((await ask(`${rest.url}/v1/notifications`, token)).status).toBe(200);
    expect((await ask(`${rest.url}/v1/messages`, token)).status).toBe(200);
    // A session is opened with a key; this one comes from another issuer.
    const opening = await ask(`${rest.url}/v1/auth/sessions`, token, { method: "POST" });
    expect(opening.status).toBe(403);
  });

  test("A-21: is refused with any one fault", async () => {
    const elsewhere = `${keyServer.url}/elsewhere`;
    for (const { fault, token } of faultyTokens(parts(), Date.now(), elsewhere)) {
      expect([fault, await me(token)]).toEqual([fault, 401]);
    }
    expect(keyServer.requests).toBe(1);
  });

  test("A-21: is refused when expired or valid for too long", async () => {
    const good = parts();
    const over = Math.floor(Date.now() / 1_000) - 6;
    expect(await me(encodeToken({ ...good, claims: { ...good.claims, exp: over } }))).toBe(401);
    const long = { ...good.claims, filler: "x".repeat(9_000) };
    expect(await me(encodeToken({ ...good, claims: long }))).toBe(401);
    const whole = { ...good.claims, filler: "x".repeat(4_500) };
    expect(await me(encodeToken({ ...good, claims: whole }))).toBe(200);
  });

  test("A-21: without a link counts as a failed attempt, and is looked up once for many requests", async () => {
    await using strict = await startReplica(rest.database, {
      AUTH_ISSUERS: authIssuers(keyServer.url),
    });
    const token = encodeToken(parts("nobody"));
    const statuses = await Promise.all(Array.from({ length: 11 }, () => me(token, strict.url)));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array(10).fill(401), 429]);
    expect(await me(encodeToken(parts()), strict.url)).toBe(200);
  });

  test("is refused if its issuer is not configured", async () => {
    await using other = await startReplica(rest.database, { REST_EXEMPT_ADDRESSES: "127.0.0.1" });
    expect(await me(encodeToken(parts()), other.url)).toBe(401);
  });

  test("A-22: ends with its own session, and other sessions do not", async () => {
    const token = encodeToken({ ...parts(), claims: { ...parts().claims, jti: "one" } });
    const other = encodeToken({ ...parts(), claims: { ...parts().claims, jti: "two" } });
    const current = `${rest.url}/v1/auth/sessions/current`;
    expect((await ask(current, token, { method: "DELETE" })).status).toBe(204);
    expect(await me(token)).toBe(401);
    expect(await me(other)).toBe(200);
  });

  test("A-22: is refused within five seconds of its unlinking, and follows a new link", async () => {
    const { sql } = rest.database.database;
    const { accountId, token } = await addLinkedAccount("unlinked");
    expect(await db.identities.unlink(sql, accountId, { issuer, subject: "unlinked" })).toBe(true);
    await expect.poll(() => me(token), { timeout: refusedWithinMs }).toBe(401);
    const other = await addKeyOwner(rest.database, "heir");
    await link(other.accountId, "unlinked");
    await expect.poll(() => me(token), { timeout: refusedWithinMs }).toBe(200);
    const answer = await ask(`${rest.url}/v1/me`, token);
    expect(await answer.json()).toMatchObject({ id: other.accountId });
  });

  test("A-22: of a banned user or an ended account is refused within five seconds", async () => {
    const { sql } = rest.database.database;
    const banned = await addLinkedAccount("banned");
    await db.sessions.setBanned(sql, banned.accountId, true);
    await expect.poll(() => me(banned.token), { timeout: refusedWithinMs }).toBe(401);
    await db.sessions.setBanned(sql, banned.accountId, false);
    await expect.poll(() => me(banned.token), { timeout: refusedWithinMs }).toBe(200);
    const ended = await addLinkedAccount("ended");
    await db.accounts.end(sql, "ended");
    await expect.poll(() => me(ended.token), { timeout: refusedWithinMs }).toBe(401);
  });
});

test("while the keys of an issuer are unreachable its tokens get a 503, and everything else works", async () => {
  await using silent = await startKeyServer();
  await using away = await startReplica(rest.database, {
    AUTH_ISSUERS: authIssuers(silent.url),
    REST_EXEMPT_ADDRESSES: "127.0.0.1",
  });
  const refused = await ask(`${away.url}/v1/me`, encodeToken(parts()));
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: "unavailable" });
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(await me(rest.key, away.url)).toBe(200);
  const opened = await ask(`${away.url}/v1/auth/sessions`, rest.key, { method: "POST" });
  const { token } = (await opened.json()) as { token: string };
  expect(await me(token, away.url)).toBe(200);
});
