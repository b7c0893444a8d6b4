import type { KeyCheck } from "@jetwire/auth";
import type { KeyScope } from "@jetwire/protocol";
import type { AddressLimits } from "../limits/address-limits.ts";
import type { SessionClaims } from "../session/session-claims.ts";
import type { SessionCheck } from "../session/session-tokens.ts";
import type { Handshake } from "./handshake.ts";

/**
 * The result of checking one credential:
 *
 * - `unavailable`: the store that knows did not answer, so it is neither valid nor invalid;
 * - `rate-limited`: it was not checked, because its address has sent too many invalid ones;
 * - `lacks-scope`: it is valid, but the API key, or the one that opened the session, lacks `feed`;
 * - `over-limit`: it is valid, but its account has as many connections as it may have.
 */
export type CredentialResult<Identity> =
  | { readonly status: "not-given" }
  | { readonly status: "invalid" }
  | { readonly status: "unavailable" }
  | { readonly status: "rate-limited" }
  | { readonly status: "lacks-scope" }
  | { readonly status: "over-limit" }
  | { readonly status: "valid"; readonly identity: Identity };

interface Account {
  readonly keyId: string;
  readonly accountId: string;
  readonly username: string;
}

export interface Credentials {
  readonly account: CredentialResult<Account>;
  readonly session: CredentialResult<SessionClaims>;
}

/** Checks a credential of any type. @throws when the store that knows does not answer. */
interface CredentialChecker<Check> {
  check(given: unknown): Promise<Check>;
}

export interface CredentialCheckers {
  readonly apiKeys: CredentialChecker<KeyCheck> & { isActive(given: unknown): boolean };
  readonly tokens: CredentialChecker<SessionCheck>;
}

/** Counts the invalid credentials that one client's address sends. */
export type AttemptLimit = () => ReturnType<AddressLimits["beginAttempt"]>;

/** Checks both credentials, each on its own. Never rejects. */
export async function checkCredentials(
  { apiKey, token }: Handshake,
  { apiKeys, tokens }: CredentialCheckers,
  beginAttempt: AttemptLimit,
): Promise<Credentials> {
  // Neighbours behind the same NAT may have used up the attempts of this address. A key that is in
  // the index needs none, and a token's signature is verified without a look-up.
  const [account, session] = await Promise.all([
    apiKeys.isActive(apiKey)
      ? checkThenCount(apiKey, apiKeys, beginAttempt)
      : countThenCheck(apiKey, apiKeys, beginAttempt),
    checkThenCount(token, tokens, beginAttempt),
  ]);
  return { account, session };
}

type Result<Identity> =
  | ({ readonly valid: true; readonly scopes: readonly KeyScope[] } & Identity)
  | { readonly valid: false };

/** Checks a credential, and counts it if it is invalid. */
async function checkThenCount<Identity>(
  given: unknown,
  checker: CredentialChecker<Result<Identity>>,
  beginAttempt: AttemptLimit,
): Promise<CredentialResult<Identity>> {
  if (given === undefined) return { status: "not-given" };
  const result = await checker.check(given).catch(() => null);
  if (result === null) return { status: "unavailable" };
  if (result.valid) return withinScopes(result);
  const attempt = await beginAttempt();
  if (attempt === null) return { status: "rate-limited" };
  attempt.failed();
  return { status: "invalid" };
}

/** Counts a credential before it is checked, so that guesses at the same time stay within the limit. */
async function countThenCheck<Identity>(
  given: unknown,
  checker: CredentialChecker<Result<Identity>>,
  beginAttempt: AttemptLimit,
): Promise<CredentialResult<Identity>> {
  if (given === undefined) return { status: "not-given" };
  const attempt = await beginAttempt();
  if (attempt === null) return { status: "rate-limited" };
  try {
    const result = await checker.check(given);
    if (result.valid) attempt.succeeded();
    else attempt.failed();
    return result.valid ? withinScopes(result) : { status: "invalid" };
  } catch {
    // Neither valid nor invalid: the client has learnt nothing, so the attempt does not count.
    attempt.succeeded();
    return { status: "unavailable" };
  }
}

/** Everything of the realtime interface that requires a credential requires the scope `feed`. */
function withinScopes<Identity extends { readonly scopes: readonly KeyScope[] }>(
  identity: Identity,
): CredentialResult<Identity> {
  return identity.scopes.includes("feed")
    ? { status: "valid", identity }
    : { status: "lacks-scope" };
}

/** Returns the accounts as which a client is authenticated: by its key, by its session, or both. */
export function accountIdsOf({ account, session }: Credentials): string[] {
  return [
    ...(account.status === "valid" ? [account.identity.accountId] : []),
    ...(session.status === "valid" ? [session.identity.userId] : []),
  ];
}

/** Returns whether at least one credential is valid. */
export function hasValidCredential({ account, session }: Credentials): boolean {
  return account.status === "valid" || session.status === "valid";
}
