import { randomUUID } from "node:crypto";
import {
  calculateJwkThumbprint,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  decodeProtectedHeader,
  jwtVerify,
  SignJWT,
} from "jose";

const algorithm = "EdDSA";
const issuer = "jetwire";
const audience = "jetwire-realtime";
const type = "jetwire-session+jwt";
const clockToleranceSeconds = 5;
const tokenLengthMax = 4_096;

/** A session lasts so long unless its issuer says otherwise, and never longer than a day. */
export const tokenTtlSeconds = { default: 900, max: 86_400 } as const;

/** An Ed25519 pair as JWKs, named by the thumbprint of its public half. */
export interface SigningKey {
  readonly kid: string;
  readonly publicJwk: Record<string, unknown>;
  readonly privateJwk: Record<string, unknown>;
}

/** The public half, ready to verify with. */
export interface VerifyKey {
  readonly kid: string;
  readonly key: CryptoKey;
}

export type TokenCheck =
  | {
      readonly valid: true;
      readonly userId: string;
      readonly username: string;
      readonly tokenId: string;
      /** Unix ms. */
      readonly expiresAtMs: number;
    }
  | { readonly valid: false };

const invalid: TokenCheck = { valid: false };

export async function makeSigningKey(): Promise<SigningKey> {
  const pair = await generateKeyPair(algorithm, { crv: "Ed25519", extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const privateJwk = await exportJWK(pair.privateKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  return { kid, publicJwk: { ...publicJwk }, privateJwk: { ...privateJwk } };
}

/** @throws Error when a JWK isn't an Ed25519 public key: what we stored ourselves is broken. */
export async function importVerifyKeys(
  keys: readonly Pick<SigningKey, "kid" | "publicJwk">[],
): Promise<VerifyKey[]> {
  return await Promise.all(
    keys.map(async ({ kid, publicJwk }) => ({ kid, key: await importEd25519(publicJwk) })),
  );
}

/** @param options.ttlSeconds cut to a day. @param options.now Unix ms. */
export async function issueToken(options: {
  userId: string;
  username: string;
  ttlSeconds: number;
  key: SigningKey;
  now: number;
}): Promise<string> {
  const issuedAt = Math.floor(options.now / 1_000);
  const ttl = Math.max(1, Math.min(options.ttlSeconds, tokenTtlSeconds.max));
  return await new SignJWT({ username: options.username })
    .setProtectedHeader({ alg: algorithm, typ: type, kid: options.key.kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(options.userId)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ttl)
    .sign(await importEd25519(options.key.privateJwk));
}

/**
 * Checks a session token (RFC 8725): one algorithm, one issuer, audience and type, named key,
 * every claim there, no life longer than ours. Takes whatever a client gave.
 *
 * @param now Unix ms
 */
export async function verifyToken(
  token: unknown,
  keys: readonly VerifyKey[],
  now: number,
): Promise<TokenCheck> {
  if (typeof token !== "string" || token.length > tokenLengthMax) return invalid;
  const key = keyOf(token, keys);
  if (key === null) return invalid;
  try {
    const { payload } = await jwtVerify(token, key.key, {
      algorithms: [algorithm],
      issuer,
      audience,
      typ: type,
      requiredClaims: ["exp", "iat", "sub", "jti"],
      maxTokenAge: tokenTtlSeconds.max,
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(now),
    });
    return claimed(payload);
  } catch {
    return invalid;
  }
}

function keyOf(token: string, keys: readonly VerifyKey[]): VerifyKey | null {
  try {
    const { kid } = decodeProtectedHeader(token);
    return keys.find((key) => key.kid === kid) ?? null;
  } catch {
    return null;
  }
}

function claimed(payload: Record<string, unknown>): TokenCheck {
  const { sub, jti, iat, exp, username, aud } = payload;
  if (!isShortText(sub) || !isShortText(jti) || !isShortText(username)) return invalid;
  if (typeof iat !== "number" || typeof exp !== "number") return invalid;
  if (aud !== audience || exp - iat > tokenTtlSeconds.max || exp <= iat) return invalid;
  return { valid: true, userId: sub, username, tokenId: jti, expiresAtMs: exp * 1_000 };
}

function isShortText(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= 128;
}

async function importEd25519(jwk: Record<string, unknown>): Promise<CryptoKey> {
  const key = await importJWK(jwk as JWK, algorithm);
  if (key instanceof Uint8Array) throw new Error("a signing key is not an Ed25519 key");
  return key;
}
