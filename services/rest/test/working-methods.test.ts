import { makeLinkToken } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { Identity, Passkey, Profile } from "@jetwire/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  addKeyOwner,
  ask,
  type RestUnderTest,
  startReplica,
  startRest,
} from "./rest-under-test.ts";
import { createBrowser, publicUrl, signInVariables } from "./sign-in-under-test.ts";
import { signIn } from "./signed-in.ts";

const issuer = "https://id.example";
const provider = { id: "test", name: "Test", issuer, clientId: "jetwire", clientSecret: "secret" };

let rest: RestUnderTest;
/** The same accounts, of a service without e-mail and providers. */
let bare: Awaited<ReturnType<typeof startReplica>>;
let names = 0;
beforeAll(async () => {
  rest = await startRest({ ...signInVariables, OIDC_PROVIDERS: JSON.stringify([provider]) });
  bare = await startReplica(rest.database, { PUBLIC_URL: publicUrl });
});
afterAll(async () => {
  await bare[Symbol.asyncDispose]();
  await rest[Symbol.asyncDispose]();
});

/** Adds an account with these sign-in methods, and signs it in. */
async function addUser(has: {
  readonly email?: "confirmed" | "unconfirmed";
  readonly passkeys?: number;
  readonly identities?: readonly string[];
}) {
  const { sql } = rest.database.database;
  const name = `person-${++names}`;
  const { accountId } = await addKeyOwner(rest.database, name);
  if (has.email !== undefined) {
    const confirmedAt = has.email === "confirmed" ? new Date() : null;
    await sql`
      update accounts set email = ${`${name}@mail.example`}, email_confirmed_at = ${confirmedAt}
      where id = ${accountId}`;
  }
  for (let n = 0; n < (has.passkeys ?? 0); n++) {
    const stored = { publicKey: new Uint8Array(32), counter: 0, transports: [], name: "Phone" };
    await db.passkeys.add(sql, accountId, { ...stored, credentialId: `${name}-${n}` });
  }
  for (const at of has.identities ?? []) {
    await db.identities.linkOwn(sql, accountId, { issuer: at, subject: name });
  }
  const { token } = await signIn(rest, accountId);
  return { accountId, token, name };
}

type User = Awaited<ReturnType<typeof addUser>>;

async function passkeysOf({ token }: User): Promise<readonly Passkey[]> {
  const listed = await ask(`${rest.url}/v1/auth/passkeys`, token);
  return Passkey.array().parse(await listed.json());
}

async function identitiesOf({ token }: User): Promise<readonly Identity[]> {
  const listed = await ask(`${rest.url}/v1/auth/identities`, token);
  return Identity.array().parse(await listed.json());
}

/** Asks to remove the first passkey of an account. Returns the status. */
async function removePasskey(user: User, { url } = rest as { url: string }): Promise<number> {
  const [first] = await passkeysOf(user);
  const answer = await ask(`${url}/v1/auth/passkeys/${first?.id}`, user.token, {
    method: "DELETE",
  });
  return answer.status;
}

async function removeEmail({ token }: User, { url } = rest as { url: string }): Promise<number> {
  const asking = { method: "PATCH", body: { email: null } };
  return (await ask(`${url}/v1/me/profile`, token, asking)).status;
}

describe("the last passkey is not removed", () => {
  test("if the address was never confirmed", async () => {
    const user = await addUser({ passkeys: 1, email: "unconfirmed" });
    expect(await removePasskey(user)).toBe(403);
    const { token, tokenHash } = makeLinkToken();
    const link = { tokenHash, kind: "sign-in", accountId: user.accountId, seconds: 900 } as const;
    await db.signIn.addLink(rest.database.database.sql, {
      ...link,
      email: `${user.name}@mail.example`,
    });
    // Who signs in by a link that was sent to the address has it.
    expect((await createBrowser(rest).post("/v1/auth/link", { token })).status).toBe(200);
    expect(await removePasskey(user)).toBe(204);
  });

  test("if the service sends no e-mail", async () => {
    const user = await addUser({ passkeys: 1, email: "confirmed" });
    expect(await removePasskey(user, bare)).toBe(403);
    expect(await removePasskey(user)).toBe(204);
  });

  test("if the provider of the identity is no longer configured", async () => {
    const user = await addUser({ passkeys: 1, identities: [issuer] });
    expect(await removePasskey(user, bare)).toBe(403);
    expect(await removePasskey(user)).toBe(204);
  });

  test("if the identity is of an issuer whose tokens are accepted, with which nobody signs in", async () => {
    const user = await addUser({ passkeys: 1, identities: ["https://tokens.example"] });
    expect(await removePasskey(user)).toBe(403);
  });

  test("of two, if both are removed at the same time", async () => {
    const user = await addUser({ passkeys: 2 });
    const asked = (await passkeysOf(user)).map(async ({ id }) => {
      const asking = { method: "DELETE" };
      return (await ask(`${rest.url}/v1/auth/passkeys/${id}`, user.token, asking)).status;
    });
    expect(new Set(await Promise.all(asked))).toEqual(new Set([204, 403]));
  });
});

describe("the address is not removed", () => {
  test("if the only other way is an identity of an unknown provider", async () => {
    const user = await addUser({ email: "confirmed", identities: ["https://old.example"] });
    expect(await removeEmail(user)).toBe(403);
  });

  test("unless a passkey or an identity works", async () => {
    for (const has of [{ passkeys: 1 }, { identities: [issuer] }, { identities: [`${issuer}/`] }]) {
      expect(await removeEmail(await addUser({ email: "confirmed", ...has }))).toBe(200);
    }
  });
});

describe("the identities of an account", () => {
  test("are listed with their providers, and removed unless no other sign-in method works", async () => {
    const user = await addUser({ identities: [issuer, "https://old.example"] });
    const [own, old] = await identitiesOf(user);
    expect(own).toMatchObject({ provider: { id: "test", name: "Test" }, issuer });
    expect(old).toMatchObject({ provider: null, issuer: "https://old.example" });
    const remove = async (one: Identity | undefined, by: User) => {
      const url = `${rest.url}/v1/auth/identities/${one?.id}`;
      return (await ask(url, by.token, { method: "DELETE" })).status;
    };
    expect(await remove(own, await addUser({ passkeys: 1 }))).toBe(404);
    expect(await remove(own, user)).toBe(403);
    expect(await remove(old, user)).toBe(204);
    const stored = { publicKey: new Uint8Array(32), counter: 0, transports: [], name: "Phone" };
    const { sql } = rest.database.database;
    await db.passkeys.add(sql, user.accountId, { ...stored, credentialId: "added-later" });
    expect(await remove(own, user)).toBe(204);
    expect(await identitiesOf(user)).toEqual([]);
    const logged = await sql`
      select 1 from audit_log where action = 'identity.unlink' and account_id = ${user.accountId}`;
    expect(logged).toHaveLength(2);
  });

  test("are removed after a recent sign-in only", async () => {
    const { accountId } = await addUser({ passkeys: 1, identities: [issuer] });
    const { token } = await signIn(rest, accountId, 11);
    const [one] = Identity.array().parse(
      await (await ask(`${rest.url}/v1/auth/identities`, token)).json(),
    );
    const url = `${rest.url}/v1/auth/identities/${one?.id}`;
    const refused = await ask(url, token, { method: "DELETE" });
    expect(await refused.json()).toMatchObject({ code: "sign_in_again" });
  });
});

async function isConfirmed(username: string): Promise<boolean | undefined> {
  const [row] = await rest.database.database.sql<{ isConfirmed: boolean }[]>`
    select email_confirmed_at is not null as is_confirmed from accounts
    where username = ${username}`;
  return row?.isConfirmed;
}

async function use(link: { readonly username?: string } & Record<string, unknown>, kind: string) {
  const { token, tokenHash } = makeLinkToken();
  const { sql } = rest.database.database;
  const email = `${link.username}@mail.example`;
  if (kind === "invitation") await db.signIn.createInvitation(sql, { tokenHash, email });
  else await db.signIn.addLink(sql, { kind: "sign-up", tokenHash, email, seconds: 900, ...link });
  const { username } = link;
  const used = await createBrowser(rest).post("/v1/auth/link", { token, username });
  expect(used.status).toBe(200);
}

describe("an address is confirmed", () => {
  test("by a sign-up through a link that was sent to it", async () => {
    await use({ username: "sent-link" }, "sign-up");
    expect(await isConfirmed("sent-link")).toBe(true);
  });

  test("not by an invitation, which the operator may hand to anybody", async () => {
    await use({ username: "was-invited" }, "invitation");
    expect(await isConfirmed("was-invited")).toBe(false);
  });

  test("no longer when another one is set", async () => {
    const user = await addUser({ email: "confirmed" });
    expect(await isConfirmed(user.name)).toBe(true);
    await rest.database.database.sql`
      update accounts set email = 'other@mail.example' where id = ${user.accountId}`;
    expect(await isConfirmed(user.name)).toBe(false);
    const profile = await ask(`${rest.url}/v1/me/profile`, user.token);
    expect(Profile.parse(await profile.json()).email).toBe("other@mail.example");
  });
});
