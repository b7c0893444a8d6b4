import { makeLinkToken } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { OpenedLink, Profile } from "@jetwire/protocol";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addKeyOwner, type RestUnderTest, startReplica, startRest } from "./rest-under-test.ts";
import { createBrowser, publicUrl, signInVariables } from "./sign-in-under-test.ts";

const email = "/v1/auth/email";
const link = "/v1/auth/link";

let rest: RestUnderTest;
let namespaces = 0;
beforeAll(async () => {
  rest = await startRest({ ...signInVariables, SIGN_UPS_PER_HOUR_MAX: "1000" });
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

interface Queued {
  readonly kind: string;
  readonly facts: { readonly link: string; readonly user: string };
}

async function mailsTo(address: string): Promise<readonly Queued[]> {
  return await rest.database.database.sql<Queued[]>`
    select kind, facts from mails where recipient = ${address} order by created_at`;
}

/** Waits for the next mail to an address, and returns the token of its link. */
async function tokenSentTo(address: string, mails = 1): Promise<string> {
  await until("the mail is queued", async () => (await mailsTo(address)).length >= mails);
  const last = (await mailsTo(address)).at(-1);
  const [, token = ""] =
    /^https:\/\/jetwire\.example\/link#t=(.{43})$/.exec(last?.facts.link ?? "") ?? [];
  return token;
}

/** A service with limits of its own. */
async function startLimited(environment: Record<string, string> = {}) {
  const namespace = `${rest.database.namespace}-${++namespaces}`;
  return await startReplica(rest.database, {
    ...signInVariables,
    JETWIRE_NAMESPACE: namespace,
    ...environment,
  });
}

async function addUser(username: string): Promise<{ accountId: string; address: string }> {
  const { accountId } = await addKeyOwner(rest.database, username);
  const address = `${username}@mail.example`;
  await rest.database.database.sql`update accounts set email = ${address} where id = ${accountId}`;
  return { accountId, address };
}

describe("a link to sign in", () => {
  test("shows whose account it is and spends nothing, until its button is pressed, once", async () => {
    await using limited = await startLimited();
    const { address } = await addUser("ann");
    const browser = createBrowser(limited);
    const asked = await browser.post(email, { email: address.toUpperCase() });
    expect([asked.status, await asked.text()]).toEqual([202, ""]);
    const token = await tokenSentTo(address.toUpperCase());
    for (let n = 0; n < 3; n++) {
      const shown = OpenedLink.parse(
        await (await browser.post(link, { token, peek: true })).json(),
      );
      expect(shown).toMatchObject({
        link: { kind: "sign-in", username: "ann", isSameBrowser: true },
        user: null,
      });
    }
    expect(await browser.signedIn()).toBeNull();
    const opened = await browser.post(link, { token });
    expect(OpenedLink.parse(await opened.json()).user).toMatchObject({ username: "ann" });
    expect(await browser.signedIn()).toMatchObject({ username: "ann" });
    for (const peek of [true, false]) {
      const replayed = await createBrowser(limited).post(link, { token, peek });
      expect(replayed.status).toBe(410);
      expect(await replayed.json()).toMatchObject({
        message: "This link was used: ask for a new one",
      });
    }
  });

  test("is not spent by GET, by HEAD, or by a scanner that runs scripts of the page", async () => {
    const { accountId } = await addUser("scanned");
    const { token, tokenHash } = makeLinkToken();
    const { sql } = rest.database.database;
    await db.signIn.addLink(sql, { tokenHash, kind: "sign-in", accountId, seconds: 900 });
    const scanner = createBrowser(rest);
    for (const method of ["GET", "HEAD"]) {
      expect((await scanner.send(link, { method })).status).toBe(405);
      expect((await scanner.send(`${link}?token=${token}`, { method })).status).toBe(405);
      expect((await scanner.send(`/link?t=${token}`, { method })).status).toBe(404);
    }
    expect((await scanner.post(link, { token, peek: true })).status).toBe(200);
    expect((await createBrowser(rest).post(link, { token })).status).toBe(200);
  });

  test("works in another browser, which is said", async () => {
    await using limited = await startLimited();
    const { address } = await addUser("beth");
    await createBrowser(limited).post(email, { email: address });
    const token = await tokenSentTo(address);
    const other = createBrowser(limited);
    const shown = OpenedLink.parse(await (await other.post(link, { token, peek: true })).json());
    expect(shown.link.isSameBrowser).toBe(false);
    expect((await other.post(link, { token })).status).toBe(200);
  });

  test("of another account cannot be used for a visitor by another page", async () => {
    const { accountId } = await addUser("attacker");
    const { token, tokenHash } = makeLinkToken();
    await db.signIn.addLink(rest.database.database.sql, {
      tokenHash,
      kind: "sign-in",
      accountId,
      seconds: 900,
    });
    const victim = createBrowser(rest);
    const strangers: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { origin: "https://evil.example" },
      { origin: "null" },
    ];
    for (const headers of strangers) {
      const answer = await victim.send(link, { method: "POST", body: { token }, headers });
      expect([headers, answer.status]).toEqual([headers, 403]);
    }
    // What a form of another page can send: no JSON.
    const form = await fetch(rest.url + link, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ token }),
    });
    expect(form.status).toBe(415);
    expect(await victim.signedIn()).toBeNull();
  });

  test("expires, and ends with its account; an unknown one is not found", async () => {
    const { sql } = rest.database.database;
    const { accountId } = await addUser("carl");
    const [expired, ended] = [makeLinkToken(), makeLinkToken()];
    await db.signIn.addLink(sql, {
      tokenHash: expired.tokenHash,
      kind: "sign-in",
      accountId,
      seconds: -1,
    });
    await db.signIn.addLink(sql, {
      tokenHash: ended.tokenHash,
      kind: "sign-in",
      accountId,
      seconds: 900,
    });
    const browser = createBrowser(rest);
    expect((await browser.post(link, { token: expired.token })).status).toBe(410);
    await sql`update accounts set ended_at = now() where id = ${accountId}`;
    expect((await browser.post(link, { token: ended.token })).status).toBe(404);
    expect((await browser.post(link, { token: makeLinkToken().token })).status).toBe(404);
    for (const token of ["", "x", "x".repeat(44), 7, null]) {
      expect((await browser.post(link, { token })).status).toBe(400);
    }
  });

  test("is stored as a hash", async () => {
    await using limited = await startLimited();
    const { address } = await addUser("dora");
    await createBrowser(limited).post(email, { email: address });
    const token = await tokenSentTo(address);
    const rows = await rest.database.database.sql<{ row: string }[]>`
      select sign_in_links::text as row from sign_in_links`;
    expect(rows.map(({ row }) => row).join("\n")).not.toContain(token);
  });
});

describe("asking for a link", () => {
  test("is answered in the same way whether the address is known, and a stranger gets no mail", async () => {
    await using limited = await startLimited();
    const { address } = await addUser("emma");
    const answers = await Promise.all(
      [address, "nobody@mail.example"].map(async (one) => {
        const answer = await createBrowser(limited).post(email, { email: one });
        const {
          date: _date,
          "x-request-id": _id,
          "set-cookie": cookie,
          ...headers
        } = Object.fromEntries(answer.headers);
        const shape = cookie?.replace(/=[\w-]{43};/, "=…;");
        return { status: answer.status, headers, shape, body: await answer.text() };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    await tokenSentTo(address);
    expect(await mailsTo("nobody@mail.example")).toEqual([]);
  });

  test("1,000 times is bounded: 5 mails an hour to an address, 20 requests from a network", async () => {
    await using limited = await startLimited({ REST_TRUSTED_PROXIES: "127.0.0.1" });
    const { address } = await addUser("fred");
    const statuses = new Map<number, number>();
    for (let n = 0; n < 1_000; n += 50) {
      const answers = Array.from({ length: 50 }, async (_, k) => {
        const headers = {
          "x-forwarded-for": `203.0.113.${(n + k) % 10}`,
          "x-forwarded-proto": "https",
        };
        const asking = { method: "POST", body: { email: address }, headers };
        return (await createBrowser(limited).send(email, asking)).status;
      });
      for (const status of await Promise.all(answers)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
    expect(Object.fromEntries(statuses)).toEqual({ 202: 200, 429: 800 });
    await limited[Symbol.asyncDispose]();
    expect(await mailsTo(address)).toHaveLength(5);
  });

  test("is bounded by the mailbox, not by the spelling of its address", async () => {
    await using limited = await startLimited({ REST_TRUSTED_PROXIES: "127.0.0.1" });
    const addresses = Array.from({ length: 12 }, (_, n) =>
      n % 2 === 0 ? `boxed+${n}@mail.example` : `BOXED+${n}@Mail.example`,
    );
    for (const [n, to] of addresses.entries()) {
      const headers = { "x-forwarded-for": `203.0.113.${20 + n}`, "x-forwarded-proto": "https" };
      const body = { email: to, username: `boxed${n}` };
      const asked = await createBrowser(limited).send(email, { method: "POST", body, headers });
      expect(asked.status).toBe(202);
    }
    await limited[Symbol.asyncDispose]();
    const queued = await rest.database.database.sql<{ to: string }[]>`
      select recipient as to from mails where recipient ilike 'boxed+%'`;
    expect(queued).toHaveLength(5);
    // The address stays as it was typed.
    expect(addresses).toEqual(expect.arrayContaining(queued.map(({ to }) => to)));
  });

  test.each([
    "x",
    "a@b",
    "a@b.example\nBcc: c@d.example",
    "a@b.example, c@d.example",
    `${"a".repeat(300)}@b.example`,
    "<a@b.example>",
    '"a b"@c.example',
  ])("for %j is refused", async (address) => {
    const refused = await createBrowser(rest).post(email, { email: address });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ field: "email" })]),
    });
  });

  test("from another page, or without mail, is refused", async () => {
    const body = { email: "a@mail.example" };
    const headers = { "sec-fetch-site": "cross-site" };
    const refused = await createBrowser(rest).send(email, { method: "POST", body, headers });
    expect(refused.status).toBe(403);
    await using silent = await startReplica(rest.database, { PUBLIC_URL: publicUrl });
    const unsent = await createBrowser(silent).post(email, body);
    expect(unsent.status).toBe(403);
    expect(await unsent.json()).toMatchObject({
      message: expect.stringMatching(/sends no e-mail/),
    });
  });
});

describe("a sign-up by e-mail", () => {
  test("makes the account when the link is used, with the address", async () => {
    await using limited = await startLimited();
    const browser = createBrowser(limited);
    const address = "gina@mail.example";
    expect((await browser.post(email, { email: address, username: "gina" })).status).toBe(202);
    const token = await tokenSentTo(address);
    expect((await mailsTo(address))[0]?.kind).toBe("sign-up");
    const { sql } = rest.database.database;
    expect(await sql`select 1 from accounts where username = 'gina'`).toHaveLength(0);
    const opened = OpenedLink.parse(await (await browser.post(link, { token })).json());
    expect(opened).toMatchObject({ link: { kind: "sign-up" }, user: { username: "gina" } });
    expect(await sql`select 1 from accounts where email = ${address}`).toHaveLength(1);
  });

  test("reports a taken name at once; one that is taken meanwhile leaves the link for another name", async () => {
    await using limited = await startLimited();
    const browser = createBrowser(limited);
    const address = "henry@mail.example";
    const taken = await browser.post(email, { email: address, username: "alice" });
    expect(await taken.json()).toMatchObject({ errors: [{ field: "username" }] });
    await browser.post(email, { email: address, username: "henry" });
    const token = await tokenSentTo(address);
    await addKeyOwner(rest.database, "henry");
    const refused = await browser.post(link, { token });
    expect(await refused.json()).toMatchObject({ status: 400, errors: [{ field: "username" }] });
    expect((await browser.post(link, { token, username: "henry-2" })).status).toBe(200);
    expect(await browser.signedIn()).toMatchObject({ username: "henry-2" });
  });

  test("for an address that has an account sends a link to sign in, and says nothing else", async () => {
    await using limited = await startLimited();
    const { address } = await addUser("ivan");
    const asked = await createBrowser(limited).post(email, { email: address, username: "ivan-2" });
    expect(asked.status).toBe(202);
    await tokenSentTo(address);
    expect((await mailsTo(address)).map(({ kind }) => kind)).toEqual(["sign-in"]);
  });

  test("needs an invitation where SIGN_UP is invited; signing in does not", async () => {
    await using invited = await startLimited({ SIGN_UP: "invited" });
    const browser = createBrowser(invited);
    const body = { email: "jane@mail.example", username: "jane" };
    expect((await browser.post(email, body)).status).toBe(403);
    expect((await browser.post(email, { email: body.email })).status).toBe(202);
    const invitation = makeLinkToken();
    await db.signIn.createInvitation(rest.database.database.sql, {
      tokenHash: invitation.tokenHash,
    });
    const withInvitation = { ...body, invitation: invitation.token };
    expect((await browser.post(email, withInvitation)).status).toBe(202);
    const token = await tokenSentTo(body.email);
    expect((await browser.post(link, { token })).status).toBe(200);
    expect((await browser.post(link, { token: invitation.token, peek: true })).status).toBe(410);
  });
});

describe("an invitation", () => {
  test("with an address makes an account by its link and a name", async () => {
    const { token, tokenHash } = makeLinkToken();
    const address = "kate@mail.example";
    await db.signIn.createInvitation(rest.database.database.sql, { tokenHash, email: address });
    const browser = createBrowser(rest);
    const nameless = await browser.post(link, { token });
    expect(await nameless.json()).toMatchObject({ status: 400, errors: [{ field: "username" }] });
    expect((await browser.post(link, { token, username: "kate" })).status).toBe(200);
    const headers = { authorization: `Bearer ${await browser.token()}` };
    const profile = await (await browser.send("/v1/me/profile", { headers })).json();
    expect(Profile.parse(profile)).toMatchObject({ username: "kate", email: address });
  });

  test("to an account that has no other sign-in method signs in to it, once", async () => {
    const { accountId } = await addKeyOwner(rest.database, "liam");
    const { token, tokenHash } = makeLinkToken();
    await db.signIn.createInvitation(rest.database.database.sql, { tokenHash, accountId });
    const browser = createBrowser(rest);
    expect((await browser.post(link, { token })).status).toBe(200);
    expect(await browser.signedIn()).toMatchObject({ username: "liam" });
    expect((await createBrowser(rest).post(link, { token })).status).toBe(410);
  });

  test("to an account that has ended is not made", async () => {
    const { accountId } = await addKeyOwner(rest.database, "mona");
    const { sql } = rest.database.database;
    await sql`update accounts set ended_at = now() where id = ${accountId}`;
    expect(
      await db.signIn.createInvitation(sql, { tokenHash: makeLinkToken().tokenHash, accountId }),
    ).toBeNull();
  });
});

describe("the e-mail address of an account", () => {
  test("changes by a link to the new one, and the old one is notified", async () => {
    await using limited = await startLimited();
    const { accountId, address } = await addUser("nina");
    const first = makeLinkToken();
    const { sql } = rest.database.database;
    await db.signIn.addLink(sql, {
      tokenHash: first.tokenHash,
      kind: "sign-in",
      accountId,
      seconds: 900,
    });
    const browser = createBrowser(limited);
    await browser.post(link, { token: first.token });
    const headers = { authorization: `Bearer ${await browser.token()}` };
    const changed = "nina@new.example";
    const asked = await browser.send("/v1/me/profile", {
      method: "PATCH",
      headers,
      body: { email: changed },
    });
    expect(Profile.parse(await asked.json()).email).toBe(address);
    const token = await tokenSentTo(changed);
    const opened = OpenedLink.parse(
      await (await createBrowser(limited).post(link, { token })).json(),
    );
    expect(opened).toMatchObject({ link: { kind: "email-change" }, user: null });
    const profile = await (await browser.send("/v1/me/profile", { headers })).json();
    expect(Profile.parse(profile).email).toBe(changed);
    await until("the old address is notified", async () => {
      return (await mailsTo(address)).some(({ kind }) => kind === "new-way-in");
    });
  });

  test("is one account's only, and cannot be removed if it is the last sign-in method", async () => {
    const [one, two] = [await addUser("olga"), await addUser("paul")];
    const { sql } = rest.database.database;
    const [signIn, change] = [makeLinkToken(), makeLinkToken()];
    const { accountId } = two;
    await db.signIn.addLink(sql, {
      tokenHash: signIn.tokenHash,
      kind: "sign-in",
      accountId,
      seconds: 900,
    });
    const wanted = { accountId, email: one.address, seconds: 900 };
    await db.signIn.addLink(sql, { ...wanted, tokenHash: change.tokenHash, kind: "email-change" });
    const browser = createBrowser(rest);
    expect((await browser.post(link, { token: change.token })).status).toBe(403);
    await browser.post(link, { token: signIn.token });
    const headers = { authorization: `Bearer ${await browser.token()}` };
    const removed = await browser.send("/v1/me/profile", {
      method: "PATCH",
      headers,
      body: { email: null },
    });
    expect(removed.status).toBe(403);
  });
});

describe("preferences", () => {
  test("are kept as they are given, within bounds", async () => {
    const { accountId } = await addUser("quin");
    const { token, tokenHash } = makeLinkToken();
    const { sql } = rest.database.database;
    await db.signIn.addLink(sql, { tokenHash, kind: "sign-in", accountId, seconds: 900 });
    const browser = createBrowser(rest);
    await browser.post(link, { token });
    const headers = { authorization: `Bearer ${await browser.token()}` };
    async function change(preferences: unknown): Promise<Response> {
      const body = { preferences };
      return await browser.send("/v1/me/profile", { method: "PATCH", headers, body });
    }
    const given = {
      units: "feet",
      "live.density": "compact",
      zone: "Europe/Zürich",
      n: -12.5,
      dark: true,
      x: null,
    };
    expect(Profile.parse(await (await change(given)).json()).preferences).toEqual(given);
    for (const hostile of [
      { a: "x".repeat(129) },
      { a: 1e300 },
      { a: 1e-300 },
      { a: "\u0000" },
      { a: "\ud800" },
      { "a b": 1 },
      { ["k".repeat(33)]: 1 },
      { a: { b: 1 } },
      Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, n])),
      Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, "ü".repeat(128)])),
      [],
      "x",
    ]) {
      expect((await change(hostile)).status).toBe(400);
    }
    const most = Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [`k${n}`, "x".repeat(60)]),
    );
    expect((await change(most)).status).toBe(200);
  });
});
