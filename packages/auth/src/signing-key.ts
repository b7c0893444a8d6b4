import {
  calculateJwkThumbprint,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from "jose";

export const algorithm = "EdDSA";

/** An Ed25519 key pair as JWKs, identified by the thumbprint of its public half. */
export interface SigningKey {
  readonly kid: string;
  readonly publicJwk: Record<string, unknown>;
  readonly privateJwk: Record<string, unknown>;
}

/** An imported public half. */
export interface VerifyKey {
  readonly kid: string;
  readonly key: CryptoKey;
}

/** A public half as a member of a JWK set (RFC 7517). */
export interface PublishedKey {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly kid: string;
  readonly use: "sig";
  readonly alg: typeof algorithm;
}

export async function makeSigningKey(): Promise<SigningKey> {
  const pair = await generateKeyPair(algorithm, { crv: "Ed25519", extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const privateJwk = await exportJWK(pair.privateKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  return { kid, publicJwk: { ...publicJwk }, privateJwk: { ...privateJwk } };
}

/** Imports public halves. @throws Error if a stored JWK is not an Ed25519 public key */
export async function importVerifyKeys(
  keys: readonly Pick<SigningKey, "kid" | "publicJwk">[],
): Promise<VerifyKey[]> {
  return await Promise.all(
    keys.map(async ({ kid, publicJwk }) => ({ kid, key: await importEd25519(publicJwk) })),
  );
}

/** Returns the public members of a key. They are copied by name, so that no private one can leak. */
export function publishedKey({
  kid,
  publicJwk: { kty, crv, x },
}: Pick<SigningKey, "kid" | "publicJwk">): PublishedKey {
  return { kty: String(kty), crv: String(crv), x: String(x), kid, use: "sig", alg: algorithm };
}

export async function importEd25519(jwk: Record<string, unknown>): Promise<CryptoKey> {
  const key = await importJWK(jwk as JWK, algorithm);
  if (key instanceof Uint8Array) throw new Error("a signing key is not an Ed25519 key");
  return key;
}
