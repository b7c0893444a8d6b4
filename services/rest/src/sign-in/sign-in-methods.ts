import type { PasskeySite } from "@jetwire/auth";
import type { WorkingMethods } from "@jetwire/db";
import { AppError, type SignInMethods } from "@jetwire/protocol";
import { mailIsConfigured } from "@jetwire/runtime";
import type { RestConfig } from "../config.ts";
import type { RestRequest } from "../route.ts";

/** The variables that decide how people sign in. */
export type SignInConfig = Pick<
  RestConfig,
  "PUBLIC_URL" | "SMTP_URL" | "SIGN_UP" | "OIDC_PROVIDERS"
>;

type Request = Pick<RestRequest, "address">;

/**
 * Returns where people sign in: `PUBLIC_URL`, else the address of the request if it is this machine's.
 * Null without either: then passkeys would depend on a header that anybody can send.
 */
function publicUrlOf({ PUBLIC_URL }: SignInConfig, { address }: Request): URL | null {
  if (PUBLIC_URL !== undefined) return new URL(PUBLIC_URL);
  if (!URL.canParse(address)) return null;
  const own = new URL(address);
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(own.hostname);
  return isLoopback ? new URL(own.origin) : null;
}

/** Returns the address to which a provider returns, as it is registered there; null without PUBLIC_URL. */
export function oidcRedirectUri(
  config: SignInConfig,
  request: Request,
  provider: string,
): string | null {
  const url = publicUrlOf(config, request);
  return url === null ? null : `${url.origin}/v1/auth/oidc/${provider}/callback`;
}

/** Returns the site of passkeys; null for an IP address, which browsers refuse. */
function siteOf(url: URL | null): PasskeySite | null {
  if (url === null || /^[\d.]+$|^\[/.test(url.hostname)) return null;
  return { id: url.hostname, origin: url.origin };
}

/** Returns the site of passkeys for a request. @throws AppError `forbidden` if there is none */
export function requireSite(config: SignInConfig, request: Request): PasskeySite {
  const site = siteOf(publicUrlOf(config, request));
  if (site !== null) return site;
  const message = "Passkeys do not work at this address: they need a host name and PUBLIC_URL";
  throw new AppError("forbidden", message);
}

/**
 * Returns the address that links in mails begin with.
 *
 * @throws AppError `forbidden` if the service sends no mail
 */
export function requireMail({ PUBLIC_URL, SMTP_URL }: SignInConfig): string {
  if (PUBLIC_URL !== undefined && SMTP_URL !== undefined) return PUBLIC_URL;
  throw new AppError(
    "forbidden",
    "This service sends no e-mail: use a passkey, or ask the operator",
  );
}

/**
 * Returns the methods that sign people in to their accounts. Others, such as an identity at a provider that
 * is no longer configured, must not be the only ones that an account has left.
 */
export function readWorkingMethods(config: SignInConfig, request: Request): WorkingMethods {
  const url = publicUrlOf(config, request);
  return {
    passkeys: siteOf(url) !== null,
    email: mailIsConfigured(config),
    issuers: url === null ? [] : config.OIDC_PROVIDERS.flatMap(({ issuer }) => issuerForms(issuer)),
  };
}

/** Returns the error of removing a sign-in method without which nobody could sign in to the account. */
export function lastSignInMethod(): AppError {
  const message =
    "No other way to sign in works: add a passkey, or confirm an e-mail address first";
  return new AppError("forbidden", message);
}

/** Returns whether identities of an issuer sign in at a provider. */
export function isIssuerOf({ issuer }: { readonly issuer: string }, of: string): boolean {
  return issuerForms(issuer).includes(of);
}

/** Returns how a provider may write its own address: one without a path with a slash at its end, or without. */
function issuerForms(issuer: string): string[] {
  const { href, pathname, origin } = new URL(issuer);
  return pathname === "/" ? [href, origin] : [href];
}

/** Returns the sign-in methods at the address of a request. */
export function readSignInMethods(config: SignInConfig, request: Request): SignInMethods {
  const url = publicUrlOf(config, request);
  const site = siteOf(url);
  const { address } = request;
  return {
    passkeys: URL.canParse(address) && new URL(address).origin === site?.origin,
    email: mailIsConfigured(config),
    oidc: url === null ? [] : config.OIDC_PROVIDERS.map(({ id, name }) => ({ id, name })),
    signUp: config.SIGN_UP,
    url: url?.origin ?? null,
  };
}
