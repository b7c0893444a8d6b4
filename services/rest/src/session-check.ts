import { type VerifyKey, verifyToken, verifyViewerToken } from "@jetwire/auth";
import type { SessionHolder } from "@jetwire/db";
import { UserId } from "@jetwire/protocol";
import { limitedAddress } from "@jetwire/redis";
import { LRUCache } from "lru-cache";
import type { AnonymousCredential, SessionCredential } from "./holder.ts";

/** What a token is good for. `forged`: none of ours, so whoever shows it may be guessing. */
export type SessionCheck =
  | { readonly outcome: "held"; readonly holder: SessionCredential | AnonymousCredential }
  | { readonly outcome: "over" | "forged" };

/** @throws when nobody can be asked */
export type CheckSession = (token: string, ip: string) => Promise<SessionCheck>;

export interface SessionChecker {
  readonly check: CheckSession;
  /** Asks anew from now on: a session has ended. */
  forget(): void;
}

export interface SessionCheckSteps {
  /** What the token says, by itself. */
  verify(token: string): Promise<VerifiedToken>;
  /** Whose session it still opens. */
  find(of: { userId: string; tokenId: string }): Promise<SessionHolder | null>;
  /** Of viewers who are nobody in particular; 0 shuts them out. */
  readonly anonymousPerMinute: number;
}

export type VerifiedToken =
  | {
      readonly valid: true;
      /** Null for a viewer. */
      readonly user: { readonly userId: string; readonly tokenId: string } | null;
      readonly expiresAtMs: number;
    }
  | { readonly valid: false; readonly expired?: true };

/** Checks a token of either kind. */
export async function verifyAnyToken(
  token: unknown,
  keys: readonly VerifyKey[],
  now: number,
): Promise<VerifiedToken> {
  const session = await verifyToken(token, keys, now);
  if (session.valid) {
    const { userId, tokenId, expiresAtMs } = session;
    return { valid: true, user: { userId, tokenId }, expiresAtMs };
  }
  if (session.expired) return session;
  const viewer = await verifyViewerToken(token, keys, now);
  return viewer.valid ? { ...viewer, user: null } : viewer;
}

/** With it, a revoked token is good for so long at most. */
const standingMsMax = 2_000;
const sessionsMax = 10_000;

export function createSessionCheck(steps: SessionCheckSteps): SessionChecker {
  const standing = new LRUCache<string, Promise<SessionHolder | null>>({
    max: sessionsMax,
    ttl: standingMsMax,
  });

  function find(of: { userId: string; tokenId: string }): Promise<SessionHolder | null> {
    const asked = standing.get(of.tokenId);
    if (asked) return asked;
    const finding = steps.find(of);
    standing.set(of.tokenId, finding);
    finding.catch(() => standing.delete(of.tokenId));
    return finding;
  }

  async function check(token: string, ip: string): Promise<SessionCheck> {
    const checked = await steps.verify(token);
    if (!checked.valid) return { outcome: checked.expired ? "over" : "forged" };
    const { user, expiresAtMs } = checked;
    if (user === null) return anonymous(ip);
    if (!UserId.safeParse(user.userId).success) return { outcome: "over" };
    const holder = await find(user);
    if (holder === null) return { outcome: "over" };
    const { tokenId } = user;
    return { outcome: "held", holder: { by: "session", ...holder, tokenId, expiresAtMs } };
  }

  function anonymous(ip: string): SessionCheck {
    const requestsPerMinute = steps.anonymousPerMinute;
    if (requestsPerMinute === 0) return { outcome: "over" };
    const address = limitedAddress(ip);
    return {
      outcome: "held",
      holder: { by: "anonymous", tier: "anonymous", address, requestsPerMinute },
    };
  }

  return { check, forget: () => standing.clear() };
}
