import { IssuerUnavailableError, type KeyChecker, type KeyIndex } from "@jetwire/auth";
import { AppError } from "@jetwire/protocol";
import type { FailureLimit } from "./failure-limit.ts";
import type { Principal } from "./principal.ts";
import type { SessionChecker } from "./session-check.ts";

/**
 * Authenticates by the `Authorization` header.
 *
 * @param ip the client's address, whose failures are counted
 * @throws AppError `unauthorized` without a valid credential, `unavailable` if it cannot be checked,
 *   `rate_limited` if the address has sent too many invalid ones
 */
export type Authenticate = (authorization: string | undefined, ip: string) => Promise<Principal>;

const bearer = /^Bearer +([\x21-\x7e]{1,8192})$/i;

export interface AuthenticateOptions {
  readonly keys: KeyChecker;
  /** Keys that are checked although their address has sent too many invalid ones. */
  readonly activeKeys: Pick<KeyIndex, "has">;
  readonly sessions: SessionChecker;
  readonly failures: FailureLimit;
}

export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const { keys, activeKeys, sessions, failures } = options;
  const lookUps = new Map<string, Promise<Principal | null>>();

  async function lookUp(key: string, ip: string): Promise<Principal | null> {
    return activeKeys.has(key)
      ? await checkKey(key)
      : await failures.check(ip, async () => await checkKey(key));
  }

  async function checkKey(key: string): Promise<Principal | null> {
    const check = await keys.check(key);
    return check.valid ? { by: "key", ...check } : null;
  }

  /**
   * Only a look-up counts as an attempt, and requests that wait for the same one count once: a page
   * sends many requests at a time.
   */
  async function byKey(key: string, ip: string): Promise<Principal | null> {
    if (keys.knows(key)) return await checkKey(key);
    const name = `${ip} ${key}`;
    const running = lookUps.get(name);
    if (running) return await running;
    const started = lookUp(key, ip).finally(() => lookUps.delete(name));
    lookUps.set(name, started);
    return await started;
  }

  async function byToken(token: string, ip: string): Promise<Principal | null> {
    const check = await sessions.check(token, ip).catch(toUnavailable);
    if (check.status === "valid") return check.principal;
    // A token that has ended is not a guess: pages send it until they notice.
    if (check.status === "forged") await failures.check(ip, async () => null);
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

function toUnavailable(error: unknown): never {
  if (!(error instanceof IssuerUnavailableError)) throw error;
  throw new AppError("unavailable", "The token cannot be checked now, try again shortly", {
    cause: error,
  });
}
