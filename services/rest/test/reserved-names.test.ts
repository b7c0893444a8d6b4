import { makeLinkToken } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { type OidcIssuer, startOidcIssuer } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";
import { createBrowser, publicUrl, signInVariables } from "./sign-in-under-test.ts";

const names = ["admin", "support", "jetwire", "root", "_admin", "sup-port", "help", "security"];

let rest: RestUnderTest;
let issuer: OidcIssuer;
beforeAll(async () => {
  issuer = await startOidcIssuer(`${publicUrl}/v1/auth/oidc/test/callback`);
  const { clientId, clientSecret } = issuer;
  const provider = { id: "test", name: "Test", issuer: issuer.issuer, clientId, clientSecret };
  rest = await startRest({
    ...signInVariables,
    SIGN_UPS_PER_HOUR_MAX: "1000",
    OIDC_PROVIDERS: JSON.stringify([provider]),
  });
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

async function expectTaken(answer: Response): Promise<void> {
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errors: [{ field: "username" }] });
  const made = await rest.database.database.sql`
    select 1 from accounts where username = any(${names}::text[])`;
  expect(made).toHaveLength(0);
}

describe.each(names)("nobody takes the operator's name %s", (username) => {
  test("by a link that was asked for with another name", async () => {
    const { token, tokenHash } = makeLinkToken();
    const email = `${username}@mail.example`;
    const { sql } = rest.database.database;
    await db.signIn.addLink(sql, {
      tokenHash,
      kind: "sign-up",
      username: "other",
      email,
      seconds: 900,
    });
    await expectTaken(await createBrowser(rest).post("/v1/auth/link", { token, username }));
  });

  test("by an invitation, which stays valid", async () => {
    const { token, tokenHash } = makeLinkToken();
    const email = `${username}@invited.example`;
    await db.signIn.createInvitation(rest.database.database.sql, { tokenHash, email });
    await expectTaken(await createBrowser(rest).post("/v1/auth/link", { token, username }));
    const peeked = await createBrowser(rest).post("/v1/auth/link", { token, peek: true });
    expect(peeked.status).toBe(200);
  });

  test("by e-mail, by passkey or by an identity", async () => {
    const browser = createBrowser(rest);
    const email = `${username}@mail.example`;
    await expectTaken(await browser.post("/v1/auth/email", { email, username }));
    await expectTaken(await browser.post("/v1/auth/passkeys/sign-up/options", { username }));
    issuer.signInAs(`subject-${username}`);
    const begun = (await (await browser.post("/v1/auth/oidc/test", {})).json()) as { url: string };
    const { pathname, search } = new URL(await issuer.follow(begun.url));
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const back = await fetch(rest.url + pathname + search, {
      headers: { cookie },
      redirect: "manual",
    });
    const { hash } = new URL(back.headers.get("location") ?? "", publicUrl);
    const token = new URLSearchParams(hash.slice(1)).get("identity");
    await expectTaken(await browser.post("/v1/auth/identities/sign-up", { token, username }));
  });
});
