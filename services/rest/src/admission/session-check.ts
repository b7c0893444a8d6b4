import {
  createExternalTokens,
  createTokenChecker,
  type TokenCheck,
  type VerifyKey,
  verifyToken,
  verifyViewerToken,
} from "@jetwire/auth";
import * as db from "@jetwire/db";
import type { ExternalIdentity } from "@jetwire/db";
import { UserId } from "@jetwire/protocol";
import { addressNetwork, Cache } from "@jetwire/runtime";
import type { RestConfig } from "../config.ts";
import type { Read } from "../database-reader.ts";
import type { AnonymousPrincipal, SessionPrincipal } from "./principal.ts";

/** The principal of a token. `forged`: no issuer has issued it, so its sender may be guessing. */
export type TokenCheckResult =
  | { readonly status: "valid"; readonly principal: SessionPrincipal | AnonymousPrincipal }
  | { readonly status: "ended" | "forged" };

interface TokenOfUser {
  readonly userId: string;
  readonly tokenId: string;
}

type VerifiedToken =
  | {
      readonly valid: true;
      /** Null for an anonymous viewer. */
      readonly user: TokenOfUser | null;
      readonly expiresAtMs: number;
    }
  | { readonly valid: false; readonly expired?: true };

/** Limits for how long an ended session is accepted if its notice is lost. */
const cacheOptions = { ttlMs: 2_000, entriesMax: 10_000 };

export type SessionChecker = ReturnType<typeof createSessionChecker>;

/** Creates the checker of session tokens, ours and those of external issuers. */
export function createSessionChecker(
  read: Read,
  config: Pick<RestConfig, "AUTH_ISSUERS" | "PUBLIC_VIEWER" | "REST_ANONYMOUS_PER_MINUTE">,
) {
  // Both caches have the JSON of what is looked up as their keys.
  const sessions = new Cache({
    ...cacheOptions,
    fetch: (token: string) =>
      read((sql) => db.sessions.find(sql, JSON.parse(token) as TokenOfUser)),
  });
  const accounts = new Cache({
    ...cacheOptions,
    fetch: (identity: string) =>
      read((sql) => db.identities.findLinkedAccount(sql, JSON.parse(identity) as ExternalIdentity)),
  });
  const verifyOwn = createTokenChecker(() => read(db.signingKeys.listForVerifying), verifyAnyToken);
  const verifyExternal = createExternalTokens(config.AUTH_ISSUERS, ({ issuer, subject }) =>
    accounts.get(JSON.stringify({ issuer, subject })),
  );

  function checkAnonymous(ip: string): TokenCheckResult {
    if (!config.PUBLIC_VIEWER) return { status: "ended" };
    const requestsPerMinute = config.REST_ANONYMOUS_PER_MINUTE;
    const address = addressNetwork(ip);
    return {
      status: "valid",
      principal: {
        by: "anonymous",
        accountId: null,
        tier: "anonymous",
        address,
        requestsPerMinute,
      },
    };
  }

  async function principalOf(
    { userId, tokenId }: TokenOfUser,
    expiresAtMs: number,
  ): Promise<SessionPrincipal | null> {
    const session = await sessions.get(JSON.stringify({ userId, tokenId }));
    if (session === null) return null;
    const { signedInAt, ...owner } = session;
    const signedInAtMs = signedInAt === null ? null : Date.parse(signedInAt);
    return { by: "session", ...owner, tokenId, expiresAtMs, signedInAtMs };
  }

  return {
    /** @throws AppError `unavailable`, IssuerUnavailableError */
    async check(token: string, ip: string): Promise<TokenCheckResult> {
      const external = await verifyExternal(token);
      const verified = external === null ? await verifyOwn(token) : ofUser(external);
      if (!verified.valid) return { status: verified.expired ? "ended" : "forged" };
      const { user, expiresAtMs } = verified;
      if (user === null) return checkAnonymous(ip);
      if (!UserId.safeParse(user.userId).success) return { status: "ended" };
      const principal = await principalOf(user, expiresAtMs);
      return principal === null ? { status: "ended" } : { status: "valid", principal };
    },
    /** Returns the principal of a session; null if it has ended. @throws AppError `unavailable` */
    principalOf,
    /** Drops what was cached, because a session or a link has ended. */
    forget(): void {
      sessions.clear();
      accounts.clear();
    },
  };
}

/** Verifies a token of ours, of a user or of an anonymous viewer. */
async function verifyAnyToken(
  token: unknown,
  keys: readonly VerifyKey[],
  now: number,
): Promise<VerifiedToken> {
  const session = await verifyToken(token, keys, now);
  if (session.valid || session.expired) return ofUser(session);
  const viewer = await verifyViewerToken(token, keys, now);
  return viewer.valid ? { ...viewer, user: null } : viewer;
}

function ofUser(check: TokenCheck): VerifiedToken {
  if (!check.valid) return check;
  const { userId, tokenId, expiresAtMs } = check;
  return { valid: true, user: { userId, tokenId }, expiresAtMs };
}
