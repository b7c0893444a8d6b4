import { makeLinkToken } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { OpenedLink } from "@jetwire/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startReplica } from "./rest-under-test.ts";
import { createBrowser, publicUrl } from "./sign-in-under-test.ts";
import { openSignInLinks, email, link } from "./sign-in-links-scene.ts";

let at: Awaited<ReturnType<typeof openSignInLinks>>;
beforeAll(async () => {
  at = await openSignInLinks();
});
afterAll(() => at[Symbol.asyncDispose]());

describe("a link to sign in", () => {
  test("shows whose account it is and spends nothing, until its button is pressed, once", async () => {
    await using limited = await at.startLimited();
    const { address } = await at.addUser("ann");
    const browser = createBrowser(limited);
    const asked = await browser.post(email, { email: address.toUpperCase() });
    expect([asked.status, await asked.text()]).toEqual([202, ""]);
    const token = await at.tokenSentTo(address.toUpperCase());
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
    const { accountId } = await at.addUser("scanned");
    const { token, tokenHash } = makeLinkToken();
    const { sql } = at.rest.database.database;
    await db.signIn.addLink(sql, { tokenHash, kind: "sign-in", accountId, seconds: 900 });
    const scanner = createBrowser(at.rest);
    for (const method of ["GET", "HEAD"]) {
      expect((await scanner.send(link, { method })).status).toBe(405);
      expect((await scanner.send(`${link}?token=${token}`, { method })).status).toBe(405);
      expect((await scanner.send(`/link?t=${token}`, { method })).status).toBe(404);
    }
    expect((await scanner.post(link, { token, peek: true })).status).toBe(200);
    expect((await createBrowser(at.rest).post(link, { token })).status).toBe(200);
  });

  test("works in another browser, which is said", async () => {
    await using limited = await at.startLimited();
    const { address } = await at.addUser("beth");
    await createBrowser(limited).post(email, { email: address });
    const token = await at.tokenSentTo(address);
    const other = createBrowser(limited);
    const shown = OpenedLink.parse(await (await other.post(link, { token, peek: true })).json());
    expect(shown.link.isSameBrowser).toBe(false);
    expect((await other.post(link, { token })).status).toBe(200);
  });

  test("of another account cannot be used for a visitor by another page", async () => {
    const { accountId } = await at.addUser("attacker");
    const { token, tokenHash } = makeLinkToken();
    await db.signIn.addLink(at.rest.database.database.sql, {
      tokenHash,
      kind: "sign-in",
      accountId,
      seconds: 900,
    });
    const victim = createBrowser(at.rest);
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
    const form = await fetch(at.rest.url + link, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ token }),
    });
    expect(form.status).toBe(415);
    expect(await victim.signedIn()).toBeNull();
  });

  test("expires, and ends with its account; an unknown one is not found", async () => {
    const { sql } = at.rest.database.database;
    const { accountId } = await at.addUser("carl");
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
    const browser = createBrowser(at.rest);
    expect((await browser.post(link, { token: expired.token })).status).toBe(410);
    await sql`update accounts set ended_at = now() where id = ${accountId}`;
    expect((await browser.post(link, { token: ended.token })).status).toBe(404);
    expect((await browser.post(link, { token: makeLinkToken().token })).status).toBe(404);
    for (const token of ["", "x", "x".repeat(44), 7, null]) {
      expect((await browser.post(link, { token })).status).toBe(400);
    }
  });

  test("is stored as a hash", async () => {
    await using limited = await at.startLimited();
    const { address } = await at.addUser("dora");
    await createBrowser(limited).post(email, { email: address });
    const token = await at.tokenSentTo(address);
    const rows = await at.rest.database.database.sql<{ row: string }[]>`
      select sign_in_links::text as row from sign_in_links`;
    expect(rows.map(({ row }) => row).join("\n")).not.toContain(token);
  });
});

describe("asking for a link", () => {
  test("is answered in the same way whether the address is known, and a stranger gets no mail", async () => {
    await using limited = await at.startLimited();
    const { address } = await at.addUser("emma");
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
    await at.tokenSentTo(address);
    expect(await at.mailsTo("nobody@mail.example")).toEqual([]);
  });

  test("1,000 times is bounded: 5 mails an hour to an address, 20 requests from a network", async () => {
    await using limited = await at.startLimited({ REST_TRUSTED_PROXIES: "127.0.0.1" });
    const { address } = await at.addUser("fred");
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
    expect(await at.mailsTo(address)).toHaveLength(5);
  });

  test("is bounded by the mailbox, not by the spelling of its address", async () => {
    await using limited = await at.startLimited({ REST_TRUSTED_PROXIES: "127.0.0.1" });
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
    const queued = await at.rest.database.database.sql<{ to: string }[]>`
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
    const refused = await createBrowser(at.rest).post(email, { email: address });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ field: "email" })]),
    });
  });

  test("from another page, or without mail, is refused", async () => {
    const body = { email: "a@mail.example" };
    const headers = { "sec-fetch-site": "cross-site" };
    const refused = await createBrowser(at.rest).send(email, { method: "POST", body, headers });
    expect(refused.status).toBe(403);
    await using silent = await startReplica(at.rest.database, { PUBLIC_URL: publicUrl });
    const unsent = await createBrowser(silent).post(email, body);
    expect(unsent.status).toBe(403);
    expect(await unsent.json()).toMatchObject({
      message: expect.stringMatching(/sends no e-mail/),
    });
  });
});
