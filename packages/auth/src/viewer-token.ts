import { signClaims, verifyClaims } from "./signed-claims.ts";
import type { SigningKey, VerifyKey } from "./signing-key.ts";

/** A type of its own: it is never accepted as the token of a user. */
const type = "jetwire-viewer+jwt";

export type ViewerTokenCheck =
  | { readonly valid: true; readonly expiresAtMs: number }
  | { readonly valid: false; readonly expired?: true };

/** Issues a token of an anonymous viewer, which allows to read what is public. */
export async function issueViewerToken(options: {
  ttlSeconds: number;
  key: SigningKey;
  /** Unix ms. */
  now: number;
}): Promise<string> {
  return await signClaims({ type, claims: {}, ...options });
}

/** Verifies a token of an anonymous viewer. @param now Unix ms */
export async function verifyViewerToken(
  token: unknown,
  keys: readonly VerifyKey[],
  now: number,
): Promise<ViewerTokenCheck> {
  const checked = await verifyClaims(token, type, keys, now);
  if (checked.valid) return { valid: true, expiresAtMs: checked.payload.exp * 1_000 };
  return checked.expired ? { valid: false, expired: true } : { valid: false };
}
