import { randomUUID } from "node:crypto";
import {
  findSigningKey,
  hashRefreshToken,
  issueToken,
  issueViewerToken,
  makeRefreshToken,
  type SigningKey,
} from "@jetwire/auth";
import {
  addFirstSigningKey,
  listSigningKeys,
  openSession,
  renewSession,
  type SessionUser,
} from "@jetwire/db";
import type { SessionGrant } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";

/** Gives out tokens, and what renews them. All throw AppError `unavailable` when Postgres is away. */
export interface SessionGrants {
  /** Null when the key doesn't open one: its account is shut out of sessions. */
  open(opener: SessionUser & { readonly keyId: string }): Promise<SessionGrant | null>;
  /** Null when that renews nothing. */
  renew(refreshToken: string): Promise<SessionGrant | null>;
  /** For a viewer who isn't signed in. */
  openViewer(): Promise<SessionGrant>;
}

const lifetimes = {
  tokenSeconds: 900,
  refreshSeconds: 14 * 86_400,
  sessionSeconds: 90 * 86_400,
  graceSeconds: 10,
} as const;

/** A key that is to sign later is known to all verifiers before. */
const signingKeyKeptMs = 30_000;

/** @param ask asks the primary */
export function createSessionGrants(ask: Read, now: () => number): SessionGrants {
  let signing: { key: SigningKey; atMs: number } | undefined;

  async function signingKey(): Promise<SigningKey> {
    if (signing && now() - signing.atMs < signingKeyKeptMs) return signing.key;
    const key = await findSigningKey({
      list: () => ask((sql) => listSigningKeys(sql)),
      addFirst: (made) => ask((sql) => addFirstSigningKey(sql, made)),
    });
    signing = { key, atMs: now() };
    return key;
  }

  async function granted(
    user: SessionUser,
    { tokenId, refreshToken }: { tokenId: string; refreshToken: string },
  ): Promise<SessionGrant> {
    const { accountId: userId, username } = user;
    const key = await signingKey();
    const ttlSeconds = lifetimes.tokenSeconds;
    const token = await issueToken({ userId, username, ttlSeconds, tokenId, key, now: now() });
    return { token, expiresAt: expiry(), refreshToken, user: { id: userId, username } };
  }

  function expiry(): string {
    return new Date(now() + lifetimes.tokenSeconds * 1_000).toISOString();
  }

  return {
    async open(opener) {
      const { grant, given } = newGrant();
      const opened = await ask((sql) => openSession(sql, opener.keyId, grant, lifetimes));
      return opened ? await granted(opener, given) : null;
    },
    async renew(refreshToken) {
      const hash = hashRefreshToken(refreshToken);
      if (hash === null) return null;
      const { grant, given } = newGrant();
      const user = await ask((sql) => renewSession(sql, hash, grant, lifetimes));
      return user === null ? null : await granted(user, given);
    },
    async openViewer() {
      const key = await signingKey();
      const ttlSeconds = lifetimes.tokenSeconds;
      const token = await issueViewerToken({ ttlSeconds, key, now: now() });
      return { token, expiresAt: expiry(), refreshToken: null, user: null };
    },
  };
}

/** What is kept, and what is given out. */
function newGrant() {
  const tokenId = randomUUID();
  const refreshToken = makeRefreshToken();
  const refreshHash = hashRefreshToken(refreshToken);
  if (refreshHash === null) throw new Error("a refresh token of our own is none");
  return { grant: { tokenId, refreshHash }, given: { tokenId, refreshToken } };
}
