import { importVerifyKeys, verifyToken } from "@jetwire/auth";
import * as db from "@jetwire/db";
import type { SessionGrant } from "@jetwire/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addKeyOwner, ask, openSession, type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;

let sessions: string;

beforeAll(async () => {
  rest = await startRest({ REST_EXEMPT_ADDRESSES: "127.0.0.1" });
  sessions = `${rest.url}/v1/auth/sessions`;
});

afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

async function refresh(refreshToken: string | null): Promise<Response> {
  return await ask(`${sessions}/refresh`, null, { method: "POST", body: { refreshToken } });
}

async function me(token: string): Promise<number> {
  return (await ask(`${rest.url}/v1/me`, token)).status;
}

/** Makes these refresh tokens look exchanged long ago. */
async function ageUses(): Promise<void> {
  await rest.database.database.sql`
    update session_tokens set used_at = used_at - interval '1 minute'`;
}

describe("a session opened with an API key", () => {
  test("R-22: is the account's on both interfaces, for 15 minutes", async () => {
    const grant = await openSession(rest.url, rest.key);
    expect(grant.user).toEqual({ id: rest.accountId, username: "alice" });
    const answer = await ask(`${rest.url}/v1/me`, grant.token);
    expect(await answer.json()).toMatchObject({ id: rest.accountId, tier: "unlimited" });
    const { sql } = rest.database.database;
    const keys = await importVerifyKeys(await db.signingKeys.listForVerifying(sql));
    const check = await verifyToken(grant.token, keys, Date.now());
    expect(check).toMatchObject({ valid: true, userId: rest.accountId });
    const lasts = new Date(grant.expiresAt).getTime() - Date.now();
    expect(lasts).toBeGreaterThan(890_000);
    expect(lasts).toBeLessThanOrEqual(900_000);
    expect((await ask(`${rest.url}/v1/notifications`, grant.token)).status).toBe(200);
  });

  test("R-46: what is a session's alone is refused to a key", async () => {
    const response = await ask(`${rest.url}/v1/notifications`, rest.key);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "forbidden" });
  });

  test("does not open another session", async () => {
    const { token } = await openSession(rest.url, rest.key);
    expect((await ask(sessions, token, { method: "POST" })).status).toBe(403);
  });

  test("is renewed by each refresh token once; a lost answer can be requested again", async () => {
    const grant = await openSession(rest.url, rest.key);
    const next = (await (await refresh(grant.refreshToken)).json()) as SessionGrant;
    expect(await me(next.token)).toBe(200);
    expect(next.refreshToken).not.toBe(grant.refreshToken);
    expect((await refresh(grant.refreshToken)).status).toBe(201);
    expect(await me(grant.token)).toBe(200);
  });

  test("A-22: ends with all its tokens if a refresh token is used again later", async () => {
    const grant = await openSession(rest.url, rest.key);
    const next = (await (await refresh(grant.refreshToken)).json()) as SessionGrant;
    await ageUses();
    expect((await refresh(grant.refreshToken)).status).toBe(401);
    expect((await refresh(next.refreshToken)).status).toBe(401);
    await expect.poll(() => me(next.token), { timeout: 5_000 }).toBe(401);
    await expect.poll(() => me(grant.token), { timeout: 5_000 }).toBe(401);
  });

  test("A-22: that its user has ended is refused and not renewed", async () => {
    const grant = await openSession(rest.url, rest.key);
    const other = await openSession(rest.url, rest.key);
    const current = `${sessions}/current`;
    expect((await ask(current, rest.key, { method: "DELETE" })).status).toBe(403);
    expect((await ask(current, grant.token, { method: "DELETE" })).status).toBe(204);
    expect(await me(grant.token)).toBe(401);
    expect((await refresh(grant.refreshToken)).status).toBe(401);
    expect(await me(other.token)).toBe(200);
    const { sql } = rest.database.database;
    const keys = await importVerifyKeys(await db.signingKeys.listForVerifying(sql));
    const check = await verifyToken(grant.token, keys, Date.now());
    // What gateways ask: sockets that it has opened end by it.
    expect(check.valid && (await db.sessions.isActive(sql, check))).toBe(false);
  });

  test("R-16, A-22: ends with its key, and with a ban", async () => {
    const { sql } = rest.database.database;
    const bob = await addKeyOwner(rest.database, "bob");
    const byKey = await openSession(rest.url, bob.key);
    await db.apiKeys.revoke(sql, bob.keyId);
    await expect.poll(() => me(byKey.token), { timeout: 5_000 }).toBe(401);
    expect((await refresh(byKey.refreshToken)).status).toBe(401);
    const carol = await addKeyOwner(rest.database, "carol");
    const banned = await openSession(rest.url, carol.key);
    await db.sessions.setBanned(sql, carol.accountId, true);
    await expect.poll(() => me(banned.token), { timeout: 5_000 }).toBe(401);
    expect((await refresh(banned.refreshToken)).status).toBe(401);
    expect((await ask(sessions, carol.key, { method: "POST" })).status).toBe(403);
  });

  test("stores hashes only", async () => {
    const grant = await openSession(rest.url, rest.key);
    const { sql } = rest.database.database;
    const rows = await sql`select session_tokens::text as row from session_tokens
      union all select sessions::text from sessions`;
    const all = JSON.stringify(rows);
    expect(all).not.toContain(grant.refreshToken);
    expect(all).not.toContain(grant.token);
  });

  test("is one of a limited number: the oldest end", async () => {
    const dave = await addKeyOwner(rest.database, "dave", "unlimited");
    const first = await openSession(rest.url, dave.key);
    for (let n = 0; n < 50; n++) await openSession(rest.url, dave.key);
    await expect.poll(() => me(first.token), { timeout: 5_000 }).toBe(401);
  });

  test.each(["", "jwr_x", "x".repeat(128), "jwr_" + "A".repeat(43), null, 7])(
    "nothing is renewed by %j",
    async (given) => {
      const response = await ask(`${sessions}/refresh`, null, {
        method: "POST",
        body: { refreshToken: given },
      });
      expect(response.status).toBe(typeof given === "string" ? 401 : 400);
    },
  );
});

/** Headers that a browser sends for our own page. */
function page() {
  return { origin: rest.url, "sec-fetch-site": "same-origin" };
}

describe("the session of an anonymous viewer", () => {
  test("reads what is public, and nothing of an account", async () => {
    const response = await ask(sessions, null, { method: "POST", headers: page() });
    expect(response.status).toBe(201);
    const grant = (await response.json()) as SessionGrant;
    expect(grant).toMatchObject({ user: null, refreshToken: null });
    expect((await ask(`${rest.url}/v1/messages`, grant.token)).status).toBe(200);
    expect((await ask(`${rest.url}/v1/me`, grant.token)).status).toBe(403);
    expect((await ask(`${rest.url}/v1/notifications`, grant.token)).status).toBe(403);
    const limits = await ask(`${rest.url}/v1/limits`, grant.token);
    expect(await limits.json()).toMatchObject({ tier: "anonymous", requests: { limit: 60 } });
    expect(limits.headers.get("ratelimit-policy")).toBe('"address";q=60;w=60');
  });

  test("is not a user's token on the realtime interface", async () => {
    const response = await ask(sessions, null, { method: "POST", headers: page() });
    const { token } = (await response.json()) as SessionGrant;
    const keys = await importVerifyKeys(
      await db.signingKeys.listForVerifying(rest.database.database.sql),
    );
    expect((await verifyToken(token, keys, Date.now())).valid).toBe(false);
  });

  test.each([
    ["nothing that a browser sends", {}],
    ["another site", { origin: "https://evil.example" }],
    ["another site's word", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["a neighbour", { "sec-fetch-site": "same-site" }],
    ["an opaque origin", { origin: "null" }],
  ])("is not issued to %s", async (_, headers) => {
    expect((await ask(sessions, null, { method: "POST", headers })).status).toBe(401);
  });

  test("is limited per address, in number and in requests", async () => {
    await using other = await startRest({
      REST_ANONYMOUS_PER_MINUTE: "3",
      REST_ANONYMOUS_SESSIONS_PER_MINUTE: "10",
    });
    const headers = { origin: other.url };
    const opened = [];
    for (let n = 0; n < 11; n++) {
      opened.push(await ask(`${other.url}/v1/auth/sessions`, null, { method: "POST", headers }));
    }
    expect(opened.map(({ status }) => status)).toEqual([...Array(10).fill(201), 429]);
    const statuses = [];
    for (const response of opened.slice(0, 4)) {
      const { token } = (await response.json()) as SessionGrant;
      statuses.push((await ask(`${other.url}/v1/stations`, token)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test("is issued to sixty people of one address in a minute", async () => {
    await using other = await startRest();
    const asking = { method: "POST", headers: { origin: other.url } };
    const url = `${other.url}/v1/auth/sessions`;
    const opened = await Promise.all(Array.from({ length: 60 }, () => ask(url, null, asking)));
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await ask(url, null, asking)).status).toBe(429);
  });

  test("is not issued if the operator has closed the page to the public", async () => {
    await using closed = await startRest({ PUBLIC_VIEWER: "false" });
    const headers = { origin: closed.url };
    const response = await ask(`${closed.url}/v1/auth/sessions`, null, { method: "POST", headers });
    expect(response.status).toBe(401);
  });
});
