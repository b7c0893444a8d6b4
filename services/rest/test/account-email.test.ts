import { makeLinkToken } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { OpenedLink, Profile } from "@jetwire/protocol";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addKeyOwner } from "./rest-under-test.ts";
import { createBrowser } from "./sign-in-under-test.ts";
import { openSignInLinks, email, link } from "./sign-in-links-scene.ts";

let at: Awaited<ReturnType<typeof openSignInLinks>>;
beforeAll(async () => {
  at = await openSignInLinks();
});
afterAll(() => at[Symbol.asyncDispose]());

describe("a sign-up by e-mail", () => {
  test("makes the account when the link is used, with the address", async () => {
    await using limited = await at.startLimited();
    const browser = createBrowser(limited);
    const address = "gina@mail.example";
    expect((await browser.post(email, { email: address, username: "gina" })).status).toBe(202);
    const token = await at.tokenSentTo(address);
    expect((await at.mailsTo(address))[0]?.kind).toBe("sign-up");
    const { sql } = at.rest.database.database;
    expect(await sql`select 1 from accounts where username = 'gina'`).toHaveLength(0);
    const opened = OpenedLink.parse(await (await browser.post(link, { token })).json());
    expect(opened).toMatchObject({ link: { kind: "sign-up" }, user: { username: "gina" } });
    expect(await sql`select 1 from accounts where email = ${address}`).toHaveLength(1);
  });

  test("reports a taken name at once; one that is taken meanwhile leaves the link for another name", async () => {
    await using limited = await at.startLimited();
    const browser = createBrowser(limited);
    const address = "henry@mail.example";
    const taken = await browser.post(email, { email: address, username: "alice" });
    expect(await taken.json()).toMatchObject({ errors: [{ field: "username" }] });
    await browser.post(email, { email: address, username: "henry" });
    const token = await at.tokenSentTo(address);
    await addKeyOwner(at.rest.database, "henry");
    const refused = await browser.post(link, { token });
    expect(await refused.json()).toMatchObject({ status: 400, errors: [{ field: "username" }] });
    expect((await browser.post(link, { token, username: "henry-2" })).status).toBe(200);
    expect(await browser.signedIn()).toMatchObject({ username: "henry-2" });
  });

  test("for an address that has an account sends a link to sign in, and says nothing else", async () => {
    await using limited = await at.startLimited();
    const { address } = await at.addUser("ivan");
    const asked = await createBrowser(limited).post(email, { email: address, username: "ivan-2" });
    expect(asked.status).toBe(202);
    await at.tokenSentTo(address);
    expect((await at.mailsTo(address)).map(({ kind }) => kind)).toEqual(["sign-in"]);
  });

  test("needs an invitation where SIGN_UP is invited; signing in does not", async () => {
    await using invited = await at.startLimited({ SIGN_UP: "invited" });
    const browser = createBrowser(invited);
    const body = { email: "jane@mail.example", username: "jane" };
    expect((await browser.post(email, body)).status).toBe(403);
    expect((await browser.post(email, { email: body.email })).status).toBe(202);
    const invitation = makeLinkToken();
    await db.signIn.createInvitation(at.rest.database.database.sql, {
      tokenHash: invitation.tokenHash,
    });
    const withInvitation = { ...body, invitation: invitation.token };
    expect((await browser.post(email, withInvitation)).status).toBe(202);
    const token = await at.tokenSentTo(body.email);
    expect((await browser.post(link, { token })).status).toBe(200);
    expect((await browser.post(link, { token: invitation.token, peek: true })).status).toBe(410);
  });
});

describe("an invitation", () => {
  test("with an address makes an account by its link and a name", async () => {
    const { token, tokenHash } = makeLinkToken();
    const address = "kate@mail.example";
    await db.signIn.createInvitation(at.rest.database.database.sql, { tokenHash, email: address });
    const browser = createBrowser(at.rest);
    const nameless = await browser.post(link, { token });
    expect(await nameless.json()).toMatchObject({ status: 400, errors: [{ field: "username" }] });
    expect((await browser.post(link, { token, username: "kate" })).status).toBe(200);
    const headers = { authorization: `Bearer ${await browser.token()}` };
    const profile = await (await browser.send("/v1/me/profile", { headers })).json();
    expect(Profile.parse(profile)).toMatchObject({ username: "kate", email: address });
  });

  test("to an account that has no other sign-in method signs in to it, once", async () => {
    const { accountId } = await addKeyOwner(at.rest.database, "liam");
    const { token, tokenHash } = makeLinkToken();
    await db.signIn.createInvitation(at.rest.database.database.sql, { tokenHash, accountId });
    const browser = createBrowser(at.rest);
    expect((await browser.post(link, { token })).status).toBe(200);
    expect(await browser.signedIn()).toMatchObject({ username: "liam" });
    expect((await createBrowser(at.rest).post(link, { token })).status).toBe(410);
  });

  test("to an account that has ended is not made", async () => {
    const { accountId } = await addKeyOwner(at.rest.database, "mona");
    const { sql } = at.rest.database.database;
    await sql`update accounts set ended_at = now() where id = ${accountId}`;
    expect(
      await db.signIn.createInvitation(sql, { tokenHash: makeLinkToken().tokenHash, accountId }),
    ).toBeNull();
  });
});

describe("the e-mail address of an account", () => {
  test("changes by a link to the new one, and the old one is notified", async () => {
    await using limited = await at.startLimited();
    const { accountId, address } = await at.addUser("nina");
    const first = makeLinkToken();
    const { sql } = at.rest.database.database;
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
    const token = await at.tokenSentTo(changed);
    const opened = OpenedLink.parse(
      await (await createBrowser(limited).post(link, { token })).json(),
    );
    expect(opened).toMatchObject({ link: { kind: "email-change" }, user: null });
    const profile = await (await browser.send("/v1/me/profile", { headers })).json();
    expect(Profile.parse(profile).email).toBe(changed);
    await until("the old address is notified", async () => {
      return (await at.mailsTo(address)).some(({ kind }) => kind === "new-way-in");
    });
  });

  test("is one account's only, and cannot be removed if it is the last sign-in method", async () => {
    const [one, two] = [await at.addUser("olga"), await at.addUser("paul")];
    const { sql } = at.rest.database.database;
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
    const browser = createBrowser(at.rest);
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
    const { accountId } = await at.addUser("quin");
    const { token, tokenHash } = makeLinkToken();
    const { sql } = at.rest.database.database;
    await db.signIn.addLink(sql, { tokenHash, kind: "sign-in", accountId, seconds: 900 });
    const browser = createBrowser(at.rest);
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
