import { IssuerUnavailableError, type KeyChecker } from "@jetwire/auth";
import { isUnavailable } from "@jetwire/db";
import { AppError } from "@jetwire/protocol";
import type { FailureLimit } from "./failure-limit.ts";
import type { Principal } from "./principal.ts";
import type { CheckSession } from "./session-check.ts";

/** Told with every 401 (RFC 6750); the same for unknown, revoked and expired credentials. */
export const challenge = 'Bearer realm="jetwire"';

/**
 * Who asks, by the `Authorization` header.
 *
 * @param ip the client's address, whose failures are counted
 * @throws AppError `unauthorized` without a valid credential, `unavailable` when that can't be found
 *   out, `rate_limited` when the address has shown too many bad ones to be looked up another
 */
export type Authenticate = (authorization: string | undefined, ip: string) => Promise<Principal>;

const bearer = /^Bearer +([\x21-\x7e]{1,8192})$/i;

export function createAuthenticate(
  keys: KeyChecker,
  checkSession: CheckSession,
  failures: FailureLimit,
): Authenticate {
  const lookUps = new Map<string, Promise<Principal | null>>();

  async function lookUp(key: string, ip: string): Promise<Principal | null> {
    const tried = await failures.begin(ip);
    const check = await keys.check(key).catch((error: unknown) => {
      tried.succeeded();
      return rethrow(error);
    });
    if (!check.valid) {
      tried.failed();
      return null;
    }
    tried.succeeded();
    return { by: "key", ...check };
  }

  /** Only a look-up counts, and one for all who wait for it: a page asks for many things at once. */
  async function byKey(key: string, ip: string): Promise<Principal | null> {
    if (keys.knows(key)) {
      const known = await keys.check(key);
      return known.valid ? { by: "key", ...known } : null;
    }
    const name = `${ip} ${key}`;
    const underway = lookUps.get(name);
    if (underway) return await underway;
    const looking = lookUp(key, ip);
    lookUps.set(name, looking);
    try {
      return await looking;
    } finally {
      lookUps.delete(name);
    }
  }

  async function byToken(token: string, ip: string): Promise<Principal | null> {
    const check = await checkSession(token, ip).catch(rethrow);
    if (check.outcome === "held") return check.principal;
    // One of ours that has run out is nobody's guess: pages show it until they notice.
    if (check.outcome === "forged") (await failures.begin(ip)).failed();
    return null;
  }

  return async (authorization, ip) => {
    const credential = bearer.exec(authorization ?? "")?.[1];
    const principal =
      credential === undefined
        ? null
        : await (isToken(credential) ? byToken(credential, ip) : byKey(credential, ip));
    if (principal !== null) return principal;
    const message = "A valid API key is required: Authorization: Bearer <API key>";
    throw new AppError("unauthorized", message);
  };
}

function isToken(credential: string): boolean {
  return credential.includes(".");
}

function rethrow(error: unknown): never {
  if (!isUnavailable(error) && !(error instanceof IssuerUnavailableError)) throw error;
  throw new AppError("unavailable", "Credentials can't be checked now, try again shortly", {
    cause: error,
  });
}
