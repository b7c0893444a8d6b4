import { Passkey, SignedInUser } from "@jetwire/protocol";
import { createSoftwareAuthenticator } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";
import {
  challengeOf,
  createBrowser,
  messageOf,
  passkeys,
  publicUrl,
  signUpOptions,
  signUpVariables,
} from "./sign-in-under-test.ts";

let rest: RestUnderTest;

beforeAll(async () => {
  rest = await startRest(signUpVariables);
});

afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

async function accountsNamed(username: string): Promise<number> {
  const rows = await rest.database.database.sql`
    select 1 from accounts where username = ${username}`;
  return rows.length;
}

describe("an account with a passkey", () => {
  test("is made when the passkey is verified, without an e-mail address, and signs in without a name", async () => {
    const browser = createBrowser(rest);
    const key = createSoftwareAuthenticator();
    const begun = await browser.post(signUpOptions, { username: "ann" });
    expect(await accountsNamed("ann")).toBe(0);
    const credential = key.create({ challenge: await challengeOf(begun), origin: publicUrl });
    const made = await browser.post(`${passkeys}/sign-up`, { credential, name: "My phone" });
    const user = SignedInUser.parse(await made.json());
    expect(user).toMatchObject({ username: "ann", role: "user" });
    expect(await browser.signedIn()).toEqual(user);
    const other = createBrowser(rest);
    expect(SignedInUser.parse(await (await other.signIn(key)).json())).toEqual(user);
    expect(await other.signedIn()).toEqual(user);
  });

  test("asks the browser for a passkey that it can find itself and that verifies its user", async () => {
    const browser = createBrowser(rest);
    const begun = await browser.post(signUpOptions, { username: "options" });
    expect(await begun.json()).toMatchObject({
      rp: { id: "jetwire.example" },
      user: { name: "options" },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const signing = (await (await browser.post(`${passkeys}/sign-in/options`)).json()) as object;
    expect(signing).toMatchObject({ rpId: "jetwire.example", userVerification: "required" });
    expect(signing).not.toHaveProperty("allowCredentials");
  });

  test("has a name that nobody else has, also in other case, and none of the operator's", async () => {
    const browser = createBrowser(rest);
    for (const username of ["alice", "admin", "operator"]) {
      const refused = await browser.post(signUpOptions, { username });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({
        errors: [{ field: "username", message: "is taken: choose another one" }],
      });
    }
    for (const username of [
      "ab",
      "x".repeat(33),
      "Ann",
      "ann ",
      "än-na",
      "<b>ann</b>",
      "a\u0000bc",
      "",
    ]) {
      const refused = await browser.post(signUpOptions, { username });
      expect([username, refused.status]).toEqual([username, 400]);
    }
  });

  test("is made once if two ask for one name", async () => {
    const [first, second] = [createBrowser(rest), createBrowser(rest)];
    const challenges = await Promise.all(
      [first, second].map(async (one) =>
        challengeOf(await one.post(signUpOptions, { username: "rival" })),
      ),
    );
    const results = await Promise.all(
      [first, second].map(async (one, n) => {
        const asked = { challenge: challenges[n] ?? "", origin: publicUrl };
        const credential = createSoftwareAuthenticator().create(asked);
        return (await one.post(`${passkeys}/sign-up`, { credential })).status;
      }),
    );
    expect(results.toSorted((a, b) => a - b)).toEqual([201, 400]);
    expect(await accountsNamed("rival")).toBe(1);
  });
});

describe("a passkey is refused", () => {
  test.each([
    ["of another origin", { origin: "https://evil.example", site: "jetwire.example" }],
    ["of a subdomain", { origin: "https://www.jetwire.example", site: "jetwire.example" }],
    ["of the origin without TLS", { origin: "http://jetwire.example" }],
    ["of another site", { origin: publicUrl, site: "evil.example" }],
    ["whose user was not verified", { origin: publicUrl, isVerified: false }],
  ])("%s", async (_, asked) => {
    const browser = createBrowser(rest);
    const key = createSoftwareAuthenticator();
    const begun = await browser.post(signUpOptions, { username: "refused" });
    const credential = key.create({ challenge: await challengeOf(begun), ...asked });
    expect((await browser.post(`${passkeys}/sign-up`, { credential })).status).toBe(400);
    expect(await accountsNamed("refused")).toBe(0);

    const known = createSoftwareAuthenticator();
    const username = `known-${crypto.randomUUID().slice(0, 8)}`;
    await createBrowser(rest).signUp(username, known);
    const challenge = await challengeOf(await browser.post(`${passkeys}/sign-in/options`));
    const signed = known.sign({ challenge, ...asked });
    const answer = await browser.post(`${passkeys}/sign-in`, { credential: signed });
    expect(answer.status).toBe(401);
    expect(await browser.signedIn()).toBeNull();
  });

  test("whose challenge was used, has expired, is another browser's, or was made for something else", async () => {
    const { sql } = rest.database.database;
    const key = createSoftwareAuthenticator();
    await createBrowser(rest).signUp("beth", key);
    const browser = createBrowser(rest);
    async function begin(): Promise<string> {
      return await challengeOf(await browser.post(`${passkeys}/sign-in/options`));
    }
    async function finish(challenge: string, by = browser): Promise<number> {
      const credential = key.sign({ challenge, origin: publicUrl });
      return (await by.post(`${passkeys}/sign-in`, { credential })).status;
    }
    const used = await begin();
    expect(await finish(used)).toBe(200);
    expect(await finish(used)).toBe(401);
    const expired = await begin();
    await sql`update sign_in_challenges set expires_at = now()`;
    expect(await finish(expired)).toBe(401);
    const thief = createBrowser(rest);
    await thief.post(`${passkeys}/sign-in/options`);
    const stolen = await begin();
    expect(await finish(stolen, createBrowser(rest))).toBe(401);
    expect(await finish(stolen, thief)).toBe(401);
    const forSignUp = await challengeOf(await browser.post(signUpOptions, { username: "other" }));
    expect(await finish(forSignUp)).toBe(401);
    expect(await finish("A".repeat(43))).toBe(401);
    // A refused challenge is spent as well.
    expect(await finish(stolen)).toBe(401);
  });

  test("that is a copy: its counter is lower than the one that was seen", async () => {
    const key = createSoftwareAuthenticator();
    const browser = createBrowser(rest);
    await browser.signUp("carl", key);
    for (let n = 0; n < 3; n++) expect((await browser.signIn(key)).status).toBe(200);
    key.rewind(2);
    expect((await browser.signIn(key)).status).toBe(401);
  });

  test("with an answer that is not one", async () => {
    const browser = createBrowser(rest);
    await browser.post(signUpOptions, { username: "mallory" });
    const text = Buffer.from("null").toString("base64url");
    const named = { id: "AAAA", rawId: "AAAA", type: "public-key" };
    for (const clientDataJSON of [text, "AAAA", "A".repeat(4_096)]) {
      const credential = { ...named, response: { clientDataJSON, attestationObject: "oA" } };
      expect((await browser.post(`${passkeys}/sign-up`, { credential })).status).toBe(400);
    }
    for (const credential of [null, "x", [], {}, { ...named, response: {} }]) {
      expect((await browser.post(`${passkeys}/sign-in`, { credential })).status).toBe(400);
    }
  });

  test("from another page: nobody is signed in by it", async () => {
    const victim = createBrowser(rest);
    const key = createSoftwareAuthenticator();
    await createBrowser(rest).signUp("attacker", key);
    const challenge = await challengeOf(await victim.post(`${passkeys}/sign-in/options`));
    const body = { credential: key.sign({ challenge, origin: publicUrl }) };
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { "sec-fetch-site": "same-origin", origin: "https://evil.example" },
    ]) {
      const answer = await victim.send(`${passkeys}/sign-in`, { method: "POST", body, headers });
      expect([headers, answer.status]).toEqual([headers, 403]);
    }
    expect(await victim.signedIn()).toBeNull();
  });
});

describe("the passkeys of an account", () => {
  test("are added, renamed and removed after a recent sign-in, except the last sign-in method", async () => {
    const browser = createBrowser(rest);
    await browser.signUp("dora");
    const headers = { authorization: `Bearer ${await browser.token()}` };
    const second = createSoftwareAuthenticator();
    const begun = await browser.send(`${passkeys}/options`, { method: "POST", headers });
    const credential = second.create({ challenge: await challengeOf(begun), origin: publicUrl });
    const body = { credential, name: "Second" };
    const added = await browser.send(passkeys, { method: "POST", headers, body });
    expect(added.status).toBe(201);
    const { id } = Passkey.parse(await added.json());
    expect((await createBrowser(rest).signIn(second)).status).toBe(200);
    const renamed = await browser.send(`${passkeys}/${id}`, {
      method: "PATCH",
      headers,
      body: { name: "Spare" },
    });
    expect(Passkey.parse(await renamed.json())).toMatchObject({ name: "Spare" });
    const list = Passkey.array().parse(await (await browser.send(passkeys, { headers })).json());
    expect(list.map(({ name }) => name)).toEqual(["Passkey", "Spare"]);
    const statuses: number[] = [];
    for (const one of list) {
      const removed = await browser.send(`${passkeys}/${one.id}`, { method: "DELETE", headers });
      statuses.push(removed.status);
    }
    expect(statuses).toEqual([204, 403]);
    const actions = await rest.database.database.sql<{ action: string }[]>`
      select action from audit_log
      where account_id = (select id from accounts where username = 'dora') order by id`;
    expect(actions.map(({ action }) => action)).toEqual([
      "account.sign-up",
      "passkey.add",
      "passkey.remove",
    ]);
  });

  test("are at most ten, and each belongs to one account", async () => {
    const { sql } = rest.database.database;
    const browser = createBrowser(rest);
    const { id } = await browser.signUp("emma");
    await sql`
      insert into passkeys (account_id, credential_id, public_key, name)
      select ${id}, 'of-emma-' || n, '\\x00', 'n' from generate_series(1, 9) n`;
    const headers = { authorization: `Bearer ${await browser.token()}` };
    const begun = await browser.send(`${passkeys}/options`, { method: "POST", headers });
    const key = createSoftwareAuthenticator();
    const credential = key.create({ challenge: await challengeOf(begun), origin: publicUrl });
    const eleventh = await browser.send(passkeys, {
      method: "POST",
      headers,
      body: { credential },
    });
    expect(eleventh.status).toBe(403);
    expect(await messageOf(eleventh)).toMatch(/at most 10/);
  });

  test("of another account can be neither renamed nor removed", async () => {
    const owner = createBrowser(rest);
    await owner.signUp("fred");
    const ownerHeaders = { authorization: `Bearer ${await owner.token()}` };
    const [own] = Passkey.array().parse(
      await (await owner.send(passkeys, { headers: ownerHeaders })).json(),
    );
    const stranger = createBrowser(rest);
    await stranger.signUp("gina");
    const headers = { authorization: `Bearer ${await stranger.token()}` };
    const url = `${passkeys}/${own?.id}`;
    const renamed = await stranger.send(url, { method: "PATCH", headers, body: { name: "x" } });
    expect(renamed.status).toBe(404);
    expect((await stranger.send(url, { method: "DELETE", headers })).status).toBe(404);
  });
});
