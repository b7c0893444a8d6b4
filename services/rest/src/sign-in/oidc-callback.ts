import { type OidcClients, OidcError, type PendingIdentities } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { AppError } from "@jetwire/protocol";
import type { Logger } from "@jetwire/runtime";
import { readCookie } from "../admission/cookies.ts";
import type { CookieHeaders, CookieRequest } from "../admission/web-sessions.ts";
import type { SignInServices } from "./sign-in-routes.ts";
import { consumeOfBrowser } from "./consume-of-browser.ts";
import { hashOidcState, readOidcState } from "./oidc-state.ts";
import { oidcRedirectUri } from "./sign-in-methods.ts";

/** The parts that sign in at providers. */
export interface OidcServices extends SignInServices {
  readonly clients: OidcClients;
  readonly pending: PendingIdentities;
  readonly log: Logger;
}

/** A browser that comes back from a provider. */
interface CallbackRequest extends CookieRequest {
  readonly provider: string;
  /** The query, with its question mark. */
  readonly search: string;
  readonly ip: string;
}

/** The page that the browser opens next. */
interface CallbackAnswer {
  readonly location: string;
  readonly headers: Partial<CookieHeaders>;
}

export type OidcCallback = (request: CallbackRequest) => Promise<CallbackAnswer>;

/**
 * Ends a sign-in at a provider: the state must be unused and of this browser, and the identity that the
 * code stands for must have an account. An identity without one gets a token for the page, which asks
 * for a name, or for confirmation if somebody is signed in. An equal e-mail address links nothing.
 */
export function createOidcCallback(services: OidcServices): OidcCallback {
  const { config, write, limits, clients, pending, finishSignIn, log } = services;

  async function confirm(request: CallbackRequest) {
    const { provider, search } = request;
    const state = new URLSearchParams(search).get("state");
    const read = readOidcState(state);
    const browser = readCookie(request, "before");
    const redirectUri = oidcRedirectUri(config, request, provider);
    if (state === null || read?.provider !== provider || !clients.has(provider)) return null;
    if (browser === null || redirectUri === null) return null;
    const taken = await consumeOfBrowser(write, request, "provider")(hashOidcState(state));
    if (taken === null) return null;
    const begun = { provider, redirectUri, state, browserValue: browser.value };
    const identity = await clients.confirm(begun, search);
    return { identity, next: read.next, browser };
  }

  async function answer(request: CallbackRequest): Promise<CallbackAnswer> {
    const confirmed = await confirm(request);
    if (confirmed === null) return failed("state");
    const { identity, next, browser } = confirmed;
    const account = await write((sql) => db.identities.findLinkedAccount(sql, identity));
    if (account !== null) {
      return { location: next, headers: await finishSignIn(request, account.userId) };
    }
    const token = await pending.issue({
      issuer: identity.issuer,
      subject: identity.subject,
      provider: request.provider,
      browser: browser.hash.toString("base64url"),
    });
    const fragment = new URLSearchParams({ identity: token, next });
    return { location: `/sign-up#${fragment.toString()}`, headers: {} };
  }

  return async (request) => {
    await limits.consumeStep(request.ip);
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof OidcError) {
        log.warn({ err: error, provider: request.provider }, "a sign-in at a provider failed");
        return failed("provider");
      }
      if (error instanceof AppError && error.code === "forbidden") return failed("account");
      throw error;
    }
  };
}

function failed(reason: "state" | "provider" | "account"): CallbackAnswer {
  return { location: `/sign-in?failed=${reason}`, headers: {} };
}
