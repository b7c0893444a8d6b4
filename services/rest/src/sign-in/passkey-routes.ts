import { randomUUID } from "node:crypto";
import {
  makePasskeyChallenge,
  passkeyCreationOptions,
  passkeyRequestOptions,
  verifyPasskeyAssertion,
  verifyPasskeyRegistration,
} from "@jetwire/auth";
import * as db from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import { bindBrowser } from "../admission/before-cookie.ts";
import { requireRecentSignIn } from "../admission/recent-sign-in.ts";
import { userAgentFamily } from "../admission/user-agent.ts";
import { requireOwnPage } from "../admission/web-sessions.ts";
import { type RestRequest, type Route, route } from "../route.ts";
import { admitSignUp, emailTaken, invitationUsed, nameTaken } from "./admit-sign-up.ts";
import { consumeOfBrowser } from "./consume-of-browser.ts";
import { mailNewSignInMethod } from "./mail-new-sign-in-method.ts";
import { lastSignInMethod, readWorkingMethods, requireSite } from "./sign-in-methods.ts";
import { readSignedInUser, type SignInServices } from "./sign-in-routes.ts";

/** `/v1/auth/passkeys`: signing in and up by passkeys. */
export function passkeySignInRoutes(services: SignInServices): Route[] {
  const { config, write, limits, failures, finishSignIn } = services;
  return [
    route(endpoints.askToSignInByPasskey, async (request) => {
      requireOwnPage(request);
      const site = requireSite(config, request);
      await limits.consumeStep(request.ip);
      const { browser, headers } = bindBrowser(request);
      const made = makePasskeyChallenge();
      const { challengeHash } = made;
      const challenge = { challengeHash, kind: "sign-in", browserHash: browser.hash } as const;
      await write((sql) => db.signIn.addChallenge(sql, challenge));
      return { body: { ...(await passkeyRequestOptions(site, made)) }, headers };
    }),
    route(endpoints.signInByPasskey, async (request) => {
      requireOwnPage(request);
      const site = requireSite(config, request);
      const { credential } = request.body;
      const signedIn = await failures.check(request.ip, async () => {
        const passkey = await write((sql) => db.passkeys.find(sql, credential.id));
        const consume = consumeOfBrowser(write, request, "sign-in");
        const verified = await verifyPasskeyAssertion(credential, passkey, site, consume);
        return verified === null || passkey === null ? null : { passkey, ...verified };
      });
      if (signedIn === null) {
        const message = "The passkey is not known here, or its challenge has expired: try again";
        throw new AppError("unauthorized", message);
      }
      const { passkey, counter } = signedIn;
      await write((sql) => db.passkeys.recordUse(sql, passkey.id, counter));
      const headers = await finishSignIn(request, passkey.accountId);
      return { body: await readSignedInUser(write, passkey.accountId), headers };
    }),
    route(endpoints.askToSignUpByPasskey, async (request) => {
      requireOwnPage(request);
      const site = requireSite(config, request);
      const { username, invitation } = request.body;
      const asked = { username, invitation, ip: request.ip };
      const { invitationHash } = await admitSignUp(asked, config, limits, write);
      const { browser, headers } = bindBrowser(request);
      const made = makePasskeyChallenge();
      const id = randomUUID();
      const challenge = {
        challengeHash: made.challengeHash,
        kind: "sign-up",
        browserHash: browser.hash,
        accountId: id,
        username,
        invitationHash,
      } as const;
      await write((sql) => db.signIn.addChallenge(sql, challenge));
      const user = { id, username, credentialIds: [] };
      return { body: { ...(await passkeyCreationOptions(site, user, made)) }, headers };
    }),
    route(endpoints.signUpByPasskey, async (request) => {
      requireOwnPage(request);
      const site = requireSite(config, request);
      const { credential, name = defaultName(request) } = request.body;
      const made = await failures.check(request.ip, async () => {
        const consume = consumeOfBrowser(write, request, "sign-up");
        const verified = await verifyPasskeyRegistration(credential, site, consume);
        const { accountId, username } = verified?.taken ?? { accountId: null, username: null };
        if (verified === null || accountId === null || username === null) return null;
        const { invitationHash } = verified.taken;
        return { accountId, username, invitationHash, passkey: verified.passkey };
      });
      if (made === null) throw invalidPasskey();
      const { accountId } = made;
      const account = { ...made, passkey: { ...made.passkey, name } };
      requireMade(await write((sql) => db.passkeys.signUp(sql, account)));
      const headers = await finishSignIn(request, accountId);
      return { body: await readSignedInUser(write, accountId), headers };
    }),
  ];
}

/** `/v1/auth/passkeys`: the passkeys of an account. */
export function passkeyRoutes(services: SignInServices): Route[] {
  const { config, write } = services;
  return [
    route(endpoints.askToAddPasskey, async (request, principal) => {
      requireRecentSignIn(principal);
      const site = requireSite(config, request);
      const { accountId, username } = principal;
      const { browser, headers } = bindBrowser(request);
      const made = makePasskeyChallenge();
      const { challengeHash } = made;
      const challenge = {
        challengeHash,
        kind: "add",
        browserHash: browser.hash,
        accountId,
      } as const;
      await write((sql) => db.signIn.addChallenge(sql, challenge));
      const credentialIds = await write((sql) => db.passkeys.listCredentialIds(sql, accountId));
      const user = { id: accountId, username, credentialIds };
      return { body: { ...(await passkeyCreationOptions(site, user, made)) }, headers };
    }),
    route(endpoints.addPasskey, async (request, principal) => {
      requireRecentSignIn(principal);
      const site = requireSite(config, request);
      const { accountId, username } = principal;
      const { credential, name = defaultName(request) } = request.body;
      const consume = consumeOfBrowser(write, request, "add");
      const verified = await verifyPasskeyRegistration(credential, site, consume);
      if (verified === null || verified.taken.accountId !== accountId) throw invalidPasskey();
      const passkey = { ...verified.passkey, name };
      const added = await write((sql) => db.passkeys.add(sql, accountId, passkey));
      if (added === null) {
        const message = `An account has at most ${db.passkeys.passkeysMax} passkeys, each once`;
        throw new AppError("forbidden", message);
      }
      mailNewSignInMethod(services, { accountId, username, way: "passkey", name });
      return { body: added };
    }),
    route(endpoints.listPasskeys, async (_request, { accountId }) => ({
      body: await write((sql) => db.passkeys.list(sql, accountId)),
    })),
    route(endpoints.renamePasskey, async ({ params: { id }, body: { name } }, { accountId }) => {
      const renamed = await write((sql) => db.passkeys.rename(sql, accountId, { id, name }));
      if (renamed === null) throw unknownPasskey();
      return { body: renamed };
    }),
    route(endpoints.removePasskey, async (request, principal) => {
      requireRecentSignIn(principal);
      const { id } = request.params;
      const methods = readWorkingMethods(config, request);
      const result = await write((sql) =>
        db.passkeys.remove(sql, principal.accountId, id, methods),
      );
      if (result === "unknown") throw unknownPasskey();
      if (result === "last") throw lastSignInMethod();
      return { body: undefined };
    }),
  ];
}

function requireMade(result: Awaited<ReturnType<typeof db.passkeys.signUp>>): void {
  switch (result) {
    case "made":
      return;
    case "name-taken":
      throw nameTaken();
    case "email-taken":
      throw emailTaken();
    case "invitation-used":
      throw invitationUsed();
    case "passkey-known":
      throw invalidPasskey();
  }
}

function defaultName(request: Pick<RestRequest, "header">): string {
  return userAgentFamily(request.header("user-agent")) ?? "Passkey";
}

function invalidPasskey(): AppError {
  const message = "is not valid, or its challenge has expired: begin again";
  return new AppError("invalid_request", `The passkey ${message}`, {
    errors: [{ field: "credential", message }],
  });
}

function unknownPasskey(): AppError {
  return new AppError("not_found", "Your account has no such passkey");
}
