import { isShortText, signClaims, verifyClaims } from "./signed-claims.ts";
import type { SigningKey, VerifyKey } from "./signing-key.ts";

const type = "jetwire-session+jwt";

export type TokenCheck =
  | {
      readonly valid: true;
      readonly userId: string;
      readonly username: string;
      readonly tokenId: string;
      /** Unix ms. */
      readonly expiresAtMs: number;
    }
  | {
      readonly valid: false;
      /** Set for a token of ours that was valid until it expired. */
      readonly expired?: true;
    };

/**
 * Issues a token of a signed-in user.
 *
 * @param options.ttlSeconds at most a day
 * @param options.tokenId a random UUID by default
 * @param options.now Unix ms
 */
export async function issueToken(options: {
  userId: string;
  username: string;
  ttlSeconds: number;
  tokenId?: string;
  key: SigningKey;
  now: number;
}): Promise<string> {
  const { userId, username, ttlSeconds, tokenId, key, now } = options;
  return await signClaims({
    type,
    claims: { username },
    subject: userId,
    tokenId,
    ttlSeconds,
    key,
    now,
  });
}

/**
 * Verifies a token of a signed-in user.
 *
 * @param token a value from a client, of any type
 * @param now Unix ms
 */
export async function verifyToken(
  token: unknown,
  keys: readonly VerifyKey[],
  now: number,
): Promise<TokenCheck> {
  const checked = await verifyClaims(token, type, keys, now);
  if (!checked.valid) return checked.expired ? { valid: false, expired: true } : { valid: false };
  const { sub, jti, exp, username } = checked.payload;
  if (!isShortText(sub) || !isShortText(username)) return { valid: false };
  return { valid: true, userId: sub, username, tokenId: jti, expiresAtMs: exp * 1_000 };
}
