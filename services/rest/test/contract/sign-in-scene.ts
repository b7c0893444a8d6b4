import { createHash } from "node:crypto";
import { createPendingIdentities, makeLinkToken } from "@jetwire/auth";
import * as db from "@jetwire/db";
import type { endpoints } from "@jetwire/protocol";
import { createSoftwareAuthenticator, testSigningKeySecret } from "@jetwire/testbed";
import type { RestUnderTest } from "../rest-under-test.ts";
import { offerRestore, type Prepared, withoutOperators } from "./restore-scene.ts";
import { challengeOf, createBrowser, publicUrl } from "../sign-in-under-test.ts";

type Name = keyof typeof endpoints;

/** Requests to the endpoints of signing in. */
export interface SignInScene {
  readonly ids: Readonly<Record<string, string>>;
  readonly bodies: Readonly<Partial<Record<Name, unknown>>>;
  readonly headers: Readonly<Partial<Record<Name, Record<string, string>>>>;
  readonly prepare: Readonly<Partial<Record<Name, () => Promise<Prepared>>>>;
  readonly usedLink: string;
}

/** Well-formed, so that it is looked up. */
const unknownValue = "x".repeat(43);
const page = { "sec-fetch-site": "same-origin" };

/**
 * Makes passkeys and links of the scene's account.
 *
 * @param freshToken returns the token of the account, which has just signed in
 */
export async function createSignInScene(
  rest: RestUnderTest,
  freshToken: () => Promise<string>,
): Promise<SignInScene> {
  const { accountId, database } = rest;
  const { sql } = database.database;
  const key = createSoftwareAuthenticator();
  const unknown = { challenge: unknownValue, origin: publicUrl };
  const registration = { credential: key.create(unknown) };
  const invitation = makeLinkToken();
  await db.signIn.createInvitation(sql, { tokenHash: invitation.tokenHash });
  const used = makeLinkToken();
  await db.signIn.addLink(sql, {
    tokenHash: used.tokenHash,
    kind: "sign-in",
    accountId,
    seconds: 900,
  });
  await sql`update sign_in_links set used_at = now() where token_hash = ${used.tokenHash}`;
  const [kept, removed] = await Promise.all(["kept", "removed"].map(addOne));
  await db.identities.linkOwn(sql, accountId, {
    issuer: "https://old.example",
    subject: "removed",
  });
  const [identity] = await db.identities.listOwn(sql, accountId);
  let signedUp = 0;

  async function addOne(name: string): Promise<string> {
    const stored = { publicKey: new Uint8Array(32), counter: 0, transports: [], name };
    const added = await db.passkeys.add(sql, accountId, { ...stored, credentialId: name });
    return added?.id ?? "";
  }

  /** Signs the challenge of a request, and sends the cookie that it is bound to. */
  async function signed(
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
    credentialOf: (challenge: string) => unknown,
  ): Promise<Prepared> {
    const browser = createBrowser(rest);
    const begun = await browser.send(path, { method: "POST", body, headers });
    const credential = credentialOf(await challengeOf(begun));
    const cookie = `jetwire-before=${browser.cookies.get("jetwire-before")}`;
    return { body: { credential }, headers: { cookie } };
  }

  const pending = createPendingIdentities(testSigningKeySecret);
  let identities = 0;

  /** Makes a token of a new identity, of the browser with the cookie `unknownValue`. */
  async function identityToken(): Promise<string> {
    const browser = createHash("sha256").update(unknownValue).digest("base64url");
    const subject = `subject-${++identities}`;
    return await pending.issue({
      issuer: "https://id.example",
      subject,
      provider: "test",
      browser,
    });
  }

  const before = { ...page, cookie: `jetwire-before=${unknownValue}` };
  const passkeys = "/v1/auth/passkeys";
  return {
    ids: {
      "/v1/auth/passkeys/:id": kept ?? "",
      "DELETE /v1/auth/passkeys/:id": removed ?? "",
      "/v1/auth/oidc/:provider": "test",
      "/v1/auth/identities/:id": identity?.id ?? "",
    },
    bodies: {
      askForLink: { email: "somebody@jetwire.example", username: "somebody" },
      openLink: { token: invitation.token, peek: true },
      startOidc: { next: "/desk" },
      signUpByIdentity: { token: await identityToken(), username: "newcomer" },
      linkIdentity: { token: "none" },
      signInByPasskey: { credential: key.sign(unknown) },
      askToSignUpByPasskey: { username: "newcomer" },
      signUpByPasskey: registration,
      addPasskey: registration,
      renamePasskey: { name: "Phone" },
      setUp: { code: "wrong", username: "first-operator" },
      restoreBackup: { code: "wrong", name: "20261125T030000Z-3f0a", recoveryKey: "none" },
      changeProfile: { email: null, appearsOffline: false },
    },
    headers: {
      readSignedIn: { ...page, cookie: `jetwire=${unknownValue}` },
      signOut: { ...page, cookie: `jetwire=${unknownValue}` },
      setUp: page,
      restoreBackup: page,
      askForLink: page,
      openLink: page,
      askToSignInByPasskey: page,
      startOidc: page,
      signUpByIdentity: before,
      linkIdentity: before,
      signInByPasskey: page,
      askToSignUpByPasskey: page,
      signUpByPasskey: { ...page, cookie: `jetwire-before=${unknownValue}` },
      askToAddPasskey: page,
      addPasskey: page,
    },
    prepare: {
      async setUp() {
        const { code, undo } = await withoutOperators(rest);
        return { body: { code, username: "first-operator" }, headers: page, undo };
      },
      restoreBackup: async () => await offerRestore(rest),
      async signUpByIdentity() {
        const body = { token: await identityToken(), username: `identified-${identities}` };
        return { body, headers: before };
      },
      linkIdentity: async () => ({ body: { token: await identityToken() }, headers: before }),
      async signInByPasskey() {
        const authenticator = createSoftwareAuthenticator();
        await createBrowser(rest).signUp(`signed-up-${++signedUp}`, authenticator);
        return await signed(`${passkeys}/sign-in/options`, undefined, {}, (challenge) =>
          authenticator.sign({ challenge, origin: publicUrl }),
        );
      },
      signUpByPasskey: async () =>
        await signed(
          `${passkeys}/sign-up/options`,
          { username: `signed-up-${++signedUp}` },
          {},
          newPasskey,
        ),
      async addPasskey() {
        const headers = { authorization: `Bearer ${await freshToken()}` };
        return await signed(`${passkeys}/options`, undefined, headers, newPasskey);
      },
    },
    usedLink: used.token,
  };
}

function newPasskey(challenge: string) {
  return createSoftwareAuthenticator().create({ challenge, origin: publicUrl });
}
