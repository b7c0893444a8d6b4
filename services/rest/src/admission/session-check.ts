import { type TokenCheck, type VerifyKey, verifyToken, verifyViewerToken } from "@jetwire/auth";
import type { SessionHolder } from "@jetwire/db";
import { UserId } from "@jetwire/protocol";
import { limitedAddress } from "@jetwire/redis";
import type { AnonymousPrincipal, SessionPrincipal } from "./principal.ts";

/** What a token is good for. `forged`: of nobody who is known, so whoever shows it may be guessing. */
export type SessionCheck =
  | { readonly outcome: "held"; readonly principal: SessionPrincipal | AnonymousPrincipal }
  | { readonly outcome: "over" | "forged" };

/** @throws when nobody can be asked */
export type CheckSession = (token: string, ip: string) => Promise<SessionCheck>;

export interface SessionCheckSteps {
  /** What the token says, by itself. */
  verify(token: string): Promise<VerifiedToken>;
  /** Whose session it still opens. */
  find(of: TokenOfUser): Promise<SessionHolder | null>;
  /** Of viewers who are nobody in particular; 0 shuts them out. */
  readonly anonymousPerMinute: number;
}

export interface TokenOfUser {
  readonly userId: string;
  readonly tokenId: string;
}

export type VerifiedToken =
  | {
      readonly valid: true;
      /** Null for a viewer. */
      readonly user: TokenOfUser | null;
      readonly expiresAtMs: number;
    }
  | { readonly valid: false; readonly expired?: true };

/** Checks a token of ours, of either kind. */
export async function verifyAnyToken(
  token: unknown,
  keys: readonly VerifyKey[],
  now: number,
): Promise<VerifiedToken> {
  const session = await verifyToken(token, keys, now);
  if (session.valid || session.expired) return ofUser(session);
  const viewer = await verifyViewerToken(token, keys, now);
  return viewer.valid ? { ...viewer, user: null } : viewer;
}

/** What a user's token says, whoever has issued it. */
export function ofUser(check: TokenCheck): VerifiedToken {
  if (!check.valid) return check;
  const { userId, tokenId, expiresAtMs } = check;
  return { valid: true, user: { userId, tokenId }, expiresAtMs };
}

export function createSessionCheck(steps: SessionCheckSteps): CheckSession {
  function anonymous(ip: string): SessionCheck {
    const requestsPerMinute = steps.anonymousPerMinute;
    if (requestsPerMinute === 0) return { outcome: "over" };
    const address = limitedAddress(ip);
    return {
      outcome: "held",
      principal: { by: "anonymous", tier: "anonymous", address, requestsPerMinute },
    };
  }

  return async (token, ip) => {
    const checked = await steps.verify(token);
    if (!checked.valid) return { outcome: checked.expired ? "over" : "forged" };
    const { user, expiresAtMs } = checked;
    if (user === null) return anonymous(ip);
    if (!UserId.safeParse(user.userId).success) return { outcome: "over" };
    const principal = await steps.find(user);
    if (principal === null) return { outcome: "over" };
    const { tokenId } = user;
    return { outcome: "held", principal: { by: "session", ...principal, tokenId, expiresAtMs } };
  };
}
