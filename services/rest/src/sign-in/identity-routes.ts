import { randomUUID } from "node:crypto";
import type { PendingIdentity } from "@jetwire/auth";
import * as db from "@jetwire/db";
import type { ListedIdentity } from "@jetwire/db";
import { AppError, endpoints, type Identity } from "@jetwire/protocol";
import type { AccountChanges } from "../admission/account-changes.ts";
import { bindBrowser } from "../admission/before-cookie.ts";
import { readCookie } from "../admission/cookies.ts";
import { requireRecentSignIn } from "../admission/recent-sign-in.ts";
import { type CookieRequest, requireOwnPage } from "../admission/web-sessions.ts";
import { type Route, route } from "../route.ts";
import { admitSignUp, emailTaken, invitationUsed, nameTaken } from "./admit-sign-up.ts";
import { mailNewSignInMethod } from "./mail-new-sign-in-method.ts";
import type { OidcServices } from "./oidc-callback.ts";
import { hashOidcState, makeOidcState } from "./oidc-state.ts";
import {
  isIssuerOf,
  lastSignInMethod,
  oidcRedirectUri,
  readWorkingMethods,
} from "./sign-in-methods.ts";
import { readSignedInUser } from "./sign-in-routes.ts";

/** `/v1/auth/oidc` and `/v1/auth/identities`: signing in and up by providers of identities. */
export function identityRoutes(
  services: OidcServices,
  changes: Pick<AccountChanges, "sessionEnded">,
): Route[] {
  const { config, write, limits, clients, pending, finishSignIn, log } = services;

  /** Reads the identity that this browser has confirmed. @throws AppError `invalid_request` */
  async function requirePending(token: string, request: CookieRequest): Promise<PendingIdentity> {
    const identity = await pending.read(token);
    const browser = readCookie(request, "before");
    if (identity !== null && browser?.hash.toString("base64url") === identity.browser) {
      return identity;
    }
    throw invalidToken();
  }

  return [
    route(endpoints.startOidc, async (request) => {
      requireOwnPage(request);
      await limits.consumeStep(request.ip);
      const { provider } = request.params;
      const redirectUri = oidcRedirectUri(config, request, provider);
      if (!clients.has(provider)) throw new AppError("not_found", "There is no such provider");
      if (redirectUri === null) {
        throw new AppError("forbidden", "Providers need PUBLIC_URL, to which they return");
      }
      const { browser, headers } = bindBrowser(request);
      const state = makeOidcState({ provider, next: request.body.next });
      const begun = { provider, redirectUri, state, browserValue: browser.value };
      const url = await clients.authorizationUrl(begun).catch((error: unknown) => {
        log.warn({ err: error, provider }, "a provider of identities does not answer");
        throw new AppError("unavailable", "The provider does not answer, try again shortly");
      });
      const challengeHash = hashOidcState(state);
      const challenge = { challengeHash, kind: "provider", browserHash: browser.hash } as const;
      await write((sql) => db.signIn.addChallenge(sql, challenge));
      return { body: { url }, headers };
    }),
    route(endpoints.signUpByIdentity, async (request) => {
      requireOwnPage(request);
      await limits.consumeStep(request.ip);
      const { token, username, invitation } = request.body;
      const { issuer, subject } = await requirePending(token, request);
      const asked = { username, invitation, ip: request.ip };
      const { invitationHash } = await admitSignUp(asked, config, limits, write);
      const accountId = randomUUID();
      const account = { accountId, username, invitationHash, issuer, subject };
      const result = await write((sql) => db.identities.signUp(sql, account));
      if (result === "name-taken") throw nameTaken();
      if (result === "email-taken") throw emailTaken();
      if (result === "invitation-used") throw invitationUsed();
      if (result === "identity-known") throw invalidToken();
      const headers = await finishSignIn(request, accountId);
      return { body: await readSignedInUser(write, accountId), headers };
    }),
    route(endpoints.linkIdentity, async (request, principal) => {
      requireRecentSignIn(principal);
      const { accountId, username } = principal;
      const identity = await requirePending(request.body.token, request);
      const result = await write((sql) => db.identities.linkOwn(sql, accountId, identity));
      if (result === "other" || result === "too-many") throw cannotLink(result);
      if (result === "linked") {
        const provider = clients.names.find(({ id }) => id === identity.provider);
        const name = provider?.name ?? identity.provider;
        mailNewSignInMethod(services, { accountId, username, way: "sign-in", name });
      }
      return { body: undefined };
    }),
    route(endpoints.listIdentities, async (_request, { accountId }) => ({
      body: (await write((sql) => db.identities.listOwn(sql, accountId))).map(withProvider),
    })),
    route(endpoints.removeIdentity, async (request, principal) => {
      requireRecentSignIn(principal);
      const { accountId } = principal;
      const { id } = request.params;
      const methods = readWorkingMethods(config, request);
      const result = await write((sql) => db.identities.removeOwn(sql, accountId, id, methods));
      if (result === "unknown")
        throw new AppError("not_found", "Your account has no such identity");
      if (result === "last") throw lastSignInMethod();
      // Tokens of the issuer may open sessions too.
      changes.sessionEnded(accountId);
      return { body: undefined };
    }),
  ];

  function withProvider(identity: ListedIdentity): Identity {
    const provider = config.OIDC_PROVIDERS.find((one) => isIssuerOf(one, identity.issuer));
    return {
      ...identity,
      provider: provider === undefined ? null : { id: provider.id, name: provider.name },
    };
  }
}

function cannotLink(result: "other" | "too-many"): AppError {
  const message =
    result === "other"
      ? "is of an identity that another account has"
      : "cannot be used: the account has too many identities";
  return new AppError("invalid_request", `The token ${message}`, {
    errors: [{ field: "token", message }],
  });
}

function invalidToken(): AppError {
  const message = "has expired or is of another browser: sign in at the provider again";
  return new AppError("invalid_request", `The token ${message}`, {
    errors: [{ field: "token", message }],
  });
}
