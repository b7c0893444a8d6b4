import { randomUUID } from "node:crypto";
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { algorithm, importEd25519, type SigningKey, type VerifyKey } from "./signing-key.ts";

const issuer = "jetwire";
/** REST and the realtime interface accept the same tokens. */
const audience = "jetwire";
export const clockToleranceSeconds = 5;
const tokenLengthMax = 4_096;
const ttlSecondsMax = 86_400;

/** The claims of a token besides those that all our tokens have. */
export interface ClaimsToSign {
  /** The header's `typ`, which distinguishes kinds of tokens. */
  readonly type: string;
  readonly claims: Readonly<Record<string, string>>;
  readonly subject?: string;
  /** A random UUID by default. */
  readonly tokenId?: string | undefined;
  /** Limited to a day. */
  readonly ttlSeconds: number;
  readonly key: SigningKey;
  /** Unix ms. */
  readonly now: number;
}

/** `expired`: a token of ours that was valid, so its sender is not guessing. */
export type SignedClaims =
  | {
      readonly valid: true;
      readonly payload: JWTPayload & { iat: number; exp: number; jti: string };
    }
  | { readonly valid: false; readonly expired: boolean };

/** Issues a token. */
export async function signClaims(given: ClaimsToSign): Promise<string> {
  const issuedAt = Math.floor(given.now / 1_000);
  const ttl = Math.max(1, Math.min(given.ttlSeconds, ttlSecondsMax));
  const token = new SignJWT({ ...given.claims })
    .setProtectedHeader({ alg: algorithm, typ: given.type, kid: given.key.kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setJti(given.tokenId ?? randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ttl);
  if (given.subject !== undefined) token.setSubject(given.subject);
  return await token.sign(await importEd25519(given.key.privateJwk));
}

/**
 * Verifies a token of ours (RFC 8725): one algorithm, issuer, audience and type, a known key, all
 * claims, and at most a day of validity.
 *
 * @param token a value from a client, of any type
 * @param now Unix ms
 */
export async function verifyClaims(
  token: unknown,
  type: string,
  keys: readonly VerifyKey[],
  now: number,
): Promise<SignedClaims> {
  if (typeof token !== "string" || token.length > tokenLengthMax) return forged;
  const key = keyOf(token, keys);
  if (key === null) return forged;
  try {
    const { payload } = await jwtVerify(token, key.key, {
      algorithms: [algorithm],
      issuer,
      audience,
      typ: type,
      requiredClaims: ["exp", "iat", "jti"],
      maxTokenAge: ttlSecondsMax,
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(now),
    });
    return isComplete(payload) ? { valid: true, payload } : forged;
  } catch (error) {
    // The library checks the expiry last.
    return { valid: false, expired: error instanceof errors.JWTExpired };
  }
}

const forged: SignedClaims = { valid: false, expired: false };

/** Returns whether a claim is a text of at most 128 characters. */
export function isShortText(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= 128;
}

function isComplete(payload: JWTPayload): payload is JWTPayload & {
  iat: number;
  exp: number;
  jti: string;
} {
  const { iat, exp, jti, aud } = payload;
  if (typeof iat !== "number" || typeof exp !== "number" || !isShortText(jti)) return false;
  return aud === audience && exp > iat && exp - iat <= ttlSecondsMax;
}

function keyOf(token: string, keys: readonly VerifyKey[]): VerifyKey | null {
  try {
    const { kid } = decodeProtectedHeader(token);
    return keys.find((key) => key.kid === kid) ?? null;
  } catch {
    return null;
  }
}
