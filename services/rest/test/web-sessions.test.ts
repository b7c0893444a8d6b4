import { createHash } from "node:crypto";
import * as db from "@jetwire/db";
import { ActiveSession, SessionGrant } from "@jetwire/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFinishSignIn } from "../src/admission/finish-sign-in.ts";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";
import { openCookie, pageHeaders, readSignedIn, signIn } from "./signed-in.ts";

let rest: RestUnderTest;
let sessions: string;
beforeAll(async () => {
  rest = await startRest({ REST_EXEMPT_ADDRESSES: "127.0.0.1" });
  sessions = `${rest.url}/v1/auth/sessions`;
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

async function trade(headers: Record<string, string>): Promise<Response> {
  return await ask(sessions, null, { method: "POST", headers });
}

async function me(token: string): Promise<number> {
  return (await ask(`${rest.url}/v1/me`, token)).status;
}

function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

describe("the cookie of a signed-in user", () => {
  test("is traded for a token of the user, which is accepted for 15 minutes", async () => {
    const { cookie, csrfToken, token } = await signIn(rest, rest.accountId);
    expect(await me(token)).toBe(200);
    const answer = await trade({ ...pageHeaders(rest, cookie), "x-csrf-token": csrfToken });
    const grant = SessionGrant.parse(await answer.json());
    expect(grant).toMatchObject({ refreshToken: null, user: { username: "alice" } });
    expect(await readSignedIn(rest, cookie)).toMatchObject({
      user: { id: rest.accountId, username: "alice", role: "user" },
    });
  });

  test("is not enough without the CSRF token of its session, and not from another origin", async () => {
    const { cookie, csrfToken } = await signIn(rest, rest.accountId);
    const other = await signIn(rest, rest.accountId);
    const page = pageHeaders(rest, cookie);
    for (const headers of [
      page,
      { ...page, "x-csrf-token": "" },
      { ...page, "x-csrf-token": other.csrfToken },
      { cookie, "x-csrf-token": csrfToken },
      { cookie, "x-csrf-token": csrfToken, origin: "https://elsewhere.example" },
      { cookie, "x-csrf-token": csrfToken, "sec-fetch-site": "same-site" },
      { cookie, "x-csrf-token": csrfToken, "sec-fetch-site": "cross-site" },
    ]) {
      expect([headers, (await trade(headers)).status]).toEqual([headers, 403]);
    }
  });

  test("that is unknown or malformed signs nobody in, and is removed", async () => {
    for (const value of ["x".repeat(43), "short", "x".repeat(5_000), "' or 1=1 --"]) {
      const answer = await readSignedIn(rest, `jetwire=${value}`);
      expect(answer).toMatchObject({ user: null, csrfToken: null });
    }
    const headers = pageHeaders(rest, `jetwire=${"x".repeat(43)}`);
    const anonymous = await trade(headers);
    expect(anonymous.headers.getSetCookie()[0]).toMatch(/^jetwire=; Path=\/; Max-Age=0; HttpOnly/);
    expect(SessionGrant.parse(await anonymous.json()).user).toBeNull();
    // A page that was signed in must notice that it no longer is.
    expect((await trade({ ...headers, "x-csrf-token": "old" })).status).toBe(401);
  });

  test("is stored as a hash", async () => {
    const cookie = await openCookie(rest, rest.accountId);
    const value = cookie.split("=")[1] ?? "";
    const rows = await rest.database.database.sql<{ row: string }[]>`
      select web_sessions::text as row from web_sessions`;
    const stored = rows.map(({ row }) => row).join("\n");
    expect(stored).not.toContain(value);
    expect(stored).toContain(createHash("sha256").update(value).digest("hex"));
  });

  test("opens an export from a page of the service, and nothing else", async () => {
    const { cookie } = await signIn(rest, rest.accountId);
    const url = `${rest.url}/v1/messages/export`;
    const fromPage = await fetch(url, { headers: { cookie, "sec-fetch-site": "same-origin" } });
    expect(fromPage.status).toBe(200);
    await fromPage.text();
    const strangers: Record<string, string>[] = [
      { cookie },
      { cookie, "sec-fetch-site": "cross-site" },
    ];
    for (const headers of strangers) expect((await fetch(url, { headers })).status).toBe(401);
    expect((await fetch(`${rest.url}/v1/me`, { headers: pageHeaders(rest, cookie) })).status).toBe(
      401,
    );
  });

  test("gets a new value each day; the old one ends when the browser has sent the new one", async () => {
    const { sql } = rest.database.database;
    const { cookie, csrfToken } = await signIn(rest, rest.accountId);
    await sql`update web_sessions set renewed_at = now() - interval '25 hours'`;
    const headers = { "x-csrf-token": csrfToken };
    const renewed = await trade({ ...pageHeaders(rest, cookie), ...headers });
    const next = cookieOf(renewed);
    expect(next).toMatch(/^jetwire=[\w-]{43}$/);
    expect(next).not.toBe(cookie);
    // The answer may be lost, and other tabs have requests under way.
    expect((await trade({ ...pageHeaders(rest, cookie), ...headers })).status).toBe(201);
    await sql`update web_sessions set renewed_at = now() - interval '2 minutes'`;
    expect((await trade({ ...pageHeaders(rest, next), ...headers })).status).toBe(201);
    expect((await readSignedIn(rest, cookie)).user).toBeNull();
    expect((await readSignedIn(rest, next)).user).not.toBeNull();
  });

  test("ends when it was not used for 30 days, and after 90 days", async () => {
    const { sql } = rest.database.database;
    const dave = await addKeyOwner(rest.database, "dave");
    const idle = await openCookie(rest, dave.accountId);
    await sql`update web_sessions set last_used_at = now() - interval '31 days'
      where account_id = ${dave.accountId}`;
    const old = await openCookie(rest, dave.accountId);
    await sql`update web_sessions set ends_at = now() where last_used_at > now() - interval '1 day'
      and account_id = ${dave.accountId}`;
    expect((await readSignedIn(rest, idle)).user).toBeNull();
    expect((await readSignedIn(rest, old)).user).toBeNull();
  });

  test("from before the sign-in is never accepted afterwards", async () => {
    const write = <T>(work: (sql: typeof rest.database.database.sql) => Promise<T>) =>
      work(rest.database.database.sql);
    const finish = createFinishSignIn(write, { sessionEnded: () => {} });
    const planted = `jetwire=${"p".repeat(43)}`;
    const before = await openCookie(rest, rest.accountId);
    for (const cookie of [planted, before]) {
      const headers: Record<string, string> = { cookie };
      const request = { address: `${rest.url}/`, header: (name: string) => headers[name] };
      const { "Set-Cookie": set } = await finish(request, rest.accountId);
      expect(set[0]?.split(";")[0]).not.toBe(cookie);
      expect((await readSignedIn(rest, cookie)).user).toBeNull();
    }
  });

  test("over HTTPS has the prefix that binds it to the host, and is not sent without TLS", async () => {
    const write = <T>(work: (sql: typeof rest.database.database.sql) => Promise<T>) =>
      work(rest.database.database.sql);
    const finish = createFinishSignIn(write, { sessionEnded: () => {} });
    const request = { address: "https://jetwire.example/", header: () => undefined };
    const { "Set-Cookie": set } = await finish(request, rest.accountId);
    expect(set[0]).toMatch(
      /^__Host-jetwire=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
  });
});

describe("signing out", () => {
  test("ends this session: its cookie, and its tokens at once", async () => {
    const here = await signIn(rest, rest.accountId);
    const there = await signIn(rest, rest.accountId);
    const headers = { ...pageHeaders(rest, here.cookie), "x-csrf-token": here.csrfToken };
    const url = `${rest.url}/v1/auth/session`;
    expect(
      (await ask(url, null, { method: "DELETE", headers: pageHeaders(rest, here.cookie) })).status,
    ).toBe(403);
    const out = await ask(url, null, { method: "DELETE", headers });
    expect([out.status, out.headers.getSetCookie()[0]]).toEqual([
      204,
      expect.stringMatching(/Max-Age=0/),
    ]);
    expect((await readSignedIn(rest, here.cookie)).user).toBeNull();
    expect(await me(here.token)).toBe(401);
    expect(await me(there.token)).toBe(200);
  });

  test("everywhere ends all sessions within five seconds, and leaves keys valid", async () => {
    const erin = await addKeyOwner(rest.database, "erin", "unlimited");
    const users = [await signIn(rest, erin.accountId), await signIn(rest, erin.accountId)];
    const byKey = SessionGrant.parse(
      await (await ask(sessions, erin.key, { method: "POST" })).json(),
    );
    const tokens = [...users.map(({ token }) => token), byKey.token];
    const url = `${rest.url}/v1/auth/session/all`;
    const list = ActiveSession.array().parse(await (await ask(url, tokens[0] ?? "")).json());
    expect(list.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(list).toHaveLength(2);
    expect((await ask(url, tokens[0] ?? "", { method: "DELETE" })).status).toBe(204);
    for (const token of tokens) await expect.poll(() => me(token), { timeout: 5_000 }).toBe(401);
    for (const { cookie } of users) expect((await readSignedIn(rest, cookie)).user).toBeNull();
    expect(await me(erin.key)).toBe(200);
    const [revoked] = await rest.database.database.sql<{ tokenId: string }[]>`
      select token_id from revoked_tokens limit 1`;
    // What gateways ask about the sockets that are open.
    const asked = { userId: erin.accountId, tokenId: revoked?.tokenId ?? "" };
    expect(await db.sessions.isActive(rest.database.database.sql, asked)).toBe(false);
  });

  test("happens when the role of the account changes", async () => {
    const frank = await addKeyOwner(rest.database, "frank");
    const { cookie, token } = await signIn(rest, frank.accountId);
    await db.accounts.setRole(rest.database.database.sql, frank.accountId, "operator");
    expect((await readSignedIn(rest, cookie)).user).toBeNull();
    await expect.poll(() => me(token), { timeout: 5_000 }).toBe(401);
    const again = await signIn(rest, frank.accountId);
    expect((await readSignedIn(rest, again.cookie)).user?.role).toBe("operator");
  });

  test("happens with the end of the account and with a ban", async () => {
    const { sql } = rest.database.database;
    const grace = await addKeyOwner(rest.database, "grace");
    const cookie = await openCookie(rest, grace.accountId);
    await sql`update accounts set banned_at = now() where id = ${grace.accountId}`;
    expect((await readSignedIn(rest, cookie)).user).toBeNull();
    await expect(openCookie(rest, grace.accountId)).rejects.toThrow(/ended or is banned/);
  });
});
