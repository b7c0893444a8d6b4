import { makeLinkToken } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { Profile } from "@jetwire/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addKeyOwner, type RestUnderTest, startRest } from "./rest-under-test.ts";
import { createBrowser, signInVariables } from "./sign-in-under-test.ts";

const link = "/v1/auth/link";
const sentence = /^This link was withdrawn, because its user has signed out everywhere or changed/;

let rest: RestUnderTest;
beforeAll(async () => {
  rest = await startRest(signInVariables);
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

async function addUser(username: string): Promise<{ accountId: string; email: string }> {
  const { accountId } = await addKeyOwner(rest.database, username);
  const email = `${username}@mail.example`;
  await rest.database.database.sql`
    update accounts set email = ${email}, email_confirmed_at = now() where id = ${accountId}`;
  return { accountId, email };
}

/** Adds a link as one that was sent. Returns its token. */
async function send(
  kind: "sign-in" | "email-change",
  to: { accountId: string; email: string },
): Promise<string> {
  const { token, tokenHash } = makeLinkToken();
  await db.signIn.addLink(rest.database.database.sql, { ...to, tokenHash, kind, seconds: 900 });
  return token;
}

/** Signs in by a link. Returns the browser, and the header that authenticates it. */
async function signInBy(token: string) {
  const browser = createBrowser(rest);
  expect((await browser.post(link, { token })).status).toBe(200);
  return { browser, headers: { authorization: `Bearer ${await browser.token()}` } };
}

async function expectWithdrawn(token: string): Promise<void> {
  for (const peek of [true, false]) {
    const browser = createBrowser(rest);
    const refused = await browser.post(link, { token, peek });
    expect(refused.status).toBe(410);
    expect(await refused.json()).toMatchObject({ message: expect.stringMatching(sentence) });
    expect(await browser.signedIn()).toBeNull();
  }
}

async function emailOf(accountId: string): Promise<string | null> {
  const [row] = await rest.database.database.sql<{ email: string | null }[]>`
    select email from accounts where id = ${accountId}`;
  return row?.email ?? null;
}

describe("a link that was sent is refused", () => {
  test("after its user has signed out everywhere, and a later one is not", async () => {
    const user = await addUser("ann");
    const [opening, waiting] = [await send("sign-in", user), await send("sign-in", user)];
    const change = await send("email-change", { ...user, email: "thief@mail.example" });
    const { browser, headers } = await signInBy(opening);
    expect((await browser.send("/v1/auth/session/all", { method: "DELETE", headers })).status).toBe(
      204,
    );
    await expectWithdrawn(waiting);
    await expectWithdrawn(change);
    expect(await emailOf(user.accountId)).toBe(user.email);
    await signInBy(await send("sign-in", user));
  });

  test("after an operator has ended all sessions, also an operator's invitation to the account", async () => {
    const user = await addUser("beth");
    const { sql } = rest.database.database;
    const [sent, invitation] = [await send("sign-in", user), makeLinkToken()];
    await db.signIn.createInvitation(sql, {
      tokenHash: invitation.tokenHash,
      accountId: user.accountId,
    });
    await db.webSessions.endAll(sql, user.accountId, { kind: "operator", name: "test" });
    await expectWithdrawn(sent);
    await expectWithdrawn(invitation.token);
  });

  test("to the address that the account had before", async () => {
    const user = await addUser("carl");
    const [before, change] = [
      await send("sign-in", user),
      await send("email-change", { ...user, email: "carl@new.example" }),
    ];
    const other = await send("email-change", { ...user, email: "carl@other.example" });
    expect((await createBrowser(rest).post(link, { token: change })).status).toBe(200);
    await expectWithdrawn(before);
    await expectWithdrawn(other);
    // It was asked for before the change, and added after it.
    await expectWithdrawn(await send("sign-in", user));
    expect(await emailOf(user.accountId)).toBe("carl@new.example");
  });

  test("to an address that changes between the look at the link and its use", async () => {
    const user = await addUser("cora");
    const { sql } = rest.database.database;
    const { token, tokenHash } = makeLinkToken();
    await db.signIn.addLink(sql, { ...user, tokenHash, kind: "sign-in", seconds: 900 });
    await sql`update accounts set email = 'cora@new.example' where id = ${user.accountId}`;
    expect(await db.signIn.spendLink(sql, tokenHash, null)).toMatchObject({ status: "withdrawn" });
    await expectWithdrawn(token);
  });

  test("to an address that was removed", async () => {
    const user = await addUser("dora");
    const { sql } = rest.database.database;
    await sql`
      insert into passkeys (account_id, credential_id, public_key, name)
      values (${user.accountId}, 'dora', '\\x00', 'Phone')`;
    const [opening, waiting] = [await send("sign-in", user), await send("sign-in", user)];
    const { browser, headers } = await signInBy(opening);
    const body = { email: null };
    const removed = await browser.send("/v1/me/profile", { method: "PATCH", headers, body });
    expect(Profile.parse(await removed.json()).email).toBeNull();
    await expectWithdrawn(waiting);
  });
});

test("of links that are used at the same time, one changes the address, and none waits for another", async () => {
  const user = await addUser("emma");
  const tokens = await Promise.all(
    Array.from({ length: 8 }, async (_, n) =>
      send("email-change", { ...user, email: `emma-${n}@new.example` }),
    ),
  );
  const { sql } = rest.database.database;
  const answers = await Promise.all([
    ...tokens.map(async (token) => (await createBrowser(rest).post(link, { token })).status),
    db.webSessions.endAll(sql, user.accountId, { kind: "operator", name: "test" }).then(() => 0),
  ]);
  const [changed, refused] = [200, 410].map((status) => answers.filter((one) => one === status));
  expect(changed?.length).toBeLessThanOrEqual(1);
  expect((changed?.length ?? 0) + (refused?.length ?? 0)).toBe(tokens.length);
});
