import { signClaims, verifyClaims } from "./signed-claims.ts";
import type { SigningKey, VerifyKey } from "./signing-key.ts";

/** Of a type of its own: no interface takes it for a user's. */
const type = "jetwire-viewer+jwt";

export type ViewerTokenCheck =
  | { readonly valid: true; readonly expiresAtMs: number }
  | { readonly valid: false; readonly expired?: true };

/** A token of a viewer who is nobody in particular, good for reading what is public. */
export async function issueViewerToken(options: {
  ttlSeconds: number;
  key: SigningKey;
  /** Unix ms. */
  now: number;
}): Promise<string> {
  return await signClaims({ type, claims: {}, ...options });
}

/** @param now Unix ms */
export async function verifyViewerToken(
  token: unknown,
  keys: readonly VerifyKey[],
  now: number,
): Promise<ViewerTokenCheck> {
  const checked = await verifyClaims(token, type, keys, now);
  if (checked.valid) return { valid: true, expiresAtMs: checked.payload.exp * 1_000 };
  return checked.expired ? { valid: false, expired: true } : { valid: false };
}
