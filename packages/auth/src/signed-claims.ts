import { randomUUID } from "node:crypto";
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { algorithm, importEd25519, type SigningKey, type VerifyKey } from "./signing-key.ts";

const issuer = "jetwire";
/** One service, whichever of its interfaces a token is shown to. */
const audience = "jetwire";
export const clockToleranceSeconds = 5;
const tokenLengthMax = 4_096;
const ttlSecondsMax = 86_400;

/** What a token says besides what every token of ours says. */
export interface ClaimsToSign {
  /** The header's `typ`, so that no token is taken for one of another kind. */
  readonly type: string;
  readonly claims: Readonly<Record<string, string>>;
  readonly subject?: string;
  /** Made here unless given. */
  readonly tokenId?: string | undefined;
  /** Cut to a day. */
  readonly ttlSeconds: number;
  readonly key: SigningKey;
  /** Unix ms. */
  readonly now: number;
}

/** `expired` is said of a token of ours alone: whoever shows it isn't guessing. */
export type SignedClaims =
  | {
      readonly valid: true;
      readonly payload: JWTPayload & { iat: number; exp: number; jti: string };
    }
  | { readonly valid: false; readonly expired: boolean };

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
 * Checks a token of ours (RFC 8725): one algorithm, one issuer, audience and type, named key, every
 * claim there, no life longer than a day. Takes whatever a client gave.
 *
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
    return isWhole(payload) ? { valid: true, payload } : forged;
  } catch (error) {
    // Thrown once all else holds.
    return { valid: false, expired: error instanceof errors.JWTExpired };
  }
}

const forged: SignedClaims = { valid: false, expired: false };

/** A claim's text, which nobody needs to be longer. */
export function isShortText(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= 128;
}

function isWhole(payload: JWTPayload): payload is JWTPayload & {
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
