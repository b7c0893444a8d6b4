import { randomUUID } from "node:crypto";
import {
  findSigningKey,
  hashRefreshToken,
  issueToken,
  issueViewerToken,
  type KeySeal,
  makeRefreshToken,
  type SigningKey,
} from "@jetwire/auth";
import * as db from "@jetwire/db";
import type { SessionUser, WebSession } from "@jetwire/db";
import type { SessionGrant } from "@jetwire/protocol";
import { CachedValue } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";

const lifetimes = {
  tokenSeconds: 900,
  refreshSeconds: 14 * 86_400,
  sessionSeconds: 90 * 86_400,
  graceSeconds: 10,
} as const;

/** Verifiers know a new signing key for longer than this before it signs. */
const signingKeyTtlMs = 30_000;

export type SessionGrants = ReturnType<typeof createSessionGrants>;

/**
 * Issues tokens and refresh tokens. Every method throws AppError `unavailable` without Postgres.
 *
 * @param read reads the primary
 * @param seal decrypts the signing keys
 */
export function createSessionGrants(read: Read, seal: KeySeal) {
  const store = {
    list: () => read(db.signingKeys.list),
    addFirst: (key: SigningKey) => read((sql) => db.signingKeys.addFirst(sql, key)),
  };
  const signingKey = new CachedValue(() => findSigningKey(store, seal), { ttlMs: signingKeyTtlMs });

  async function grant(
    { accountId: userId, username }: SessionUser,
    { tokenId, refreshToken }: ReturnType<typeof makeTokens>,
  ): Promise<SessionGrant> {
    const key = await signingKey.get();
    const ttlSeconds = lifetimes.tokenSeconds;
    const user = { userId, username, tokenId };
    const token = await issueToken({ ...user, ttlSeconds, key, now: Date.now() });
    return { token, expiresAt: expiry(), refreshToken, user: { id: userId, username } };
  }

  return {
    /** Signs with the present key from now on. Other processes notice within 30 seconds. */
    signingKeyReplaced(): void {
      signingKey.forget();
    },
    /** Issues a token without a session that could be refreshed. */
    async issue(user: { userId: string; username: string; ttlSeconds: number }): Promise<string> {
      return await issueToken({ ...user, key: await signingKey.get(), now: Date.now() });
    },
    /** Opens a session. Returns null if the key's account may not have sessions. */
    async open(account: SessionUser & { readonly keyId: string }): Promise<SessionGrant | null> {
      const tokens = makeTokens();
      const isOpen = await read((sql) => db.sessions.open(sql, account.keyId, tokens, lifetimes));
      return isOpen ? await grant(account, tokens) : null;
    },
    /** Renews a session. Returns null if the refresh token is not valid. */
    async renew(refreshToken: string): Promise<SessionGrant | null> {
      const hash = hashRefreshToken(refreshToken);
      if (hash === null) return null;
      const tokens = makeTokens();
      const user = await read((sql) => db.sessions.renew(sql, hash, tokens, lifetimes));
      return user === null ? null : await grant(user, tokens);
    },
    /** Issues a token of a session of the web page. The page trades its cookie again for the next one. */
    async openByCookie(session: WebSession): Promise<SessionGrant> {
      const { accountId: userId, username, tokenId } = session;
      const key = await signingKey.get();
      const ttlSeconds = lifetimes.tokenSeconds;
      const token = await issueToken({
        userId,
        username,
        tokenId,
        ttlSeconds,
        key,
        now: Date.now(),
      });
      return { token, expiresAt: expiry(), refreshToken: null, user: { id: userId, username } };
    },
    /** Issues a token for an anonymous viewer. */
    async openAnonymous(): Promise<SessionGrant> {
      const key = await signingKey.get();
      const ttlSeconds = lifetimes.tokenSeconds;
      const token = await issueViewerToken({ ttlSeconds, key, now: Date.now() });
      return { token, expiresAt: expiry(), refreshToken: null, user: null };
    },
  };
}

function expiry(): string {
  return new Date(Date.now() + lifetimes.tokenSeconds * 1_000).toISOString();
}

/** Makes the id of a token, and a refresh token with the hash that is stored. */
function makeTokens() {
  const refreshToken = makeRefreshToken();
  const refreshHash = hashRefreshToken(refreshToken);
  if (refreshHash === null) throw new Error("a new refresh token is malformed");
  return { tokenId: randomUUID(), refreshToken, refreshHash };
}
