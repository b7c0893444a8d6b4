import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";
import type { SigningKey } from "./signing-key.ts";

/** Variables of programs that sign tokens: `rest` and the operator's command line. */
export const keySealVariables = {
  /** Encrypts the private halves of signing keys in Postgres; the same for all replicas. */
  SIGNING_KEY_SECRET: z
    .string("is not set: generate one with `openssl rand -base64 32`, and keep it")
    .min(32, "must have at least 32 characters; generate it with `openssl rand -base64 32`"),
  /** The secret before the present one: keys that it encrypted are encrypted again at the next start. */
  SIGNING_KEY_SECRET_PREVIOUS: z.string().min(32, "must have at least 32 characters").optional(),
};

/** Encrypts and decrypts the private halves of signing keys. */
export interface KeySeal {
  /** Returns the key with its private half encrypted by the present secret. */
  seal(key: SigningKey): SigningKey;
  /**
   * Returns the key with its private half in clear, as it also accepts it.
   *
   * @throws KeySealError if the private half was encrypted with another secret, or was changed
   */
  open(key: SigningKey): SigningKey;
  /** Returns whether the private half is encrypted by the present secret. */
  isSealed(key: SigningKey): boolean;
}

/** The private half of a signing key cannot be decrypted. */
export class KeySealError extends Error {
  constructor(kid: string, what: string) {
    super(
      `the signing key ${kid} ${what}: set SIGNING_KEY_SECRET_PREVIOUS to the secret with which it was encrypted, ` +
        "or delete the key from the table signing_keys, which ends all sessions",
    );
    this.name = "KeySealError";
  }
}

/** An encrypted private half, as stored; texts are base64url. */
const SealedJwk = z.strictObject({
  enc: z.literal("A256GCM"),
  /** Id of the secret. */
  secret: z.string(),
  iv: z.string(),
  ciphertext: z.string(),
  tag: z.string(),
});

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/**
 * Creates the seal of a secret. Keys are encrypted by AES-256-GCM (NIST SP 800-38D) with a random
 * nonce of 96 bits under a key that HKDF-SHA-256 (RFC 5869) derives; the key id is authenticated, so
 * that a stored private half cannot be moved to another key.
 */
export function createKeySeal(secret: string, previous?: string): KeySeal {
  const present = sealingKey(secret);
  const keys = [present, ...(previous === undefined ? [] : [sealingKey(previous)])];
  return {
    seal: ({ kid, publicJwk, privateJwk }) => ({
      kid,
      publicJwk,
      privateJwk: encrypt(present, kid, JSON.stringify(privateJwk)),
    }),
    open({ kid, publicJwk, privateJwk }) {
      const sealed = SealedJwk.safeParse(privateJwk);
      if (!sealed.success) return { kid, publicJwk, privateJwk };
      const key = keys.find(({ id }) => id === sealed.data.secret);
      if (key === undefined) throw new KeySealError(kid, "is encrypted with an unknown secret");
      return { kid, publicJwk, privateJwk: decrypt(key, kid, sealed.data) };
    },
    isSealed({ privateJwk }) {
      const sealed = SealedJwk.safeParse(privateJwk);
      return sealed.success && sealed.data.secret === present.id;
    },
  };
}

interface SealingKey {
  /** Tells secrets apart without disclosing them. */
  readonly id: string;
  readonly key: Buffer;
}

function sealingKey(secret: string): SealingKey {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "jetwire signing keys", 32));
  const id = createHash("sha256").update("id").update(key).digest("base64url").slice(0, 16);
  return { id, key };
}

function encrypt({ id, key }: SealingKey, kid: string, text: string): z.infer<typeof SealedJwk> {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv, { authTagLength: tagBytes });
  sealing.setAAD(Buffer.from(kid));
  const ciphertext = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
  return {
    enc: "A256GCM",
    secret: id,
    iv: iv.toString("base64url"),
    ciphertext: ciphertext.toString("base64url"),
    tag: sealing.getAuthTag().toString("base64url"),
  };
}

function decrypt(
  { key }: SealingKey,
  kid: string,
  sealed: z.infer<typeof SealedJwk>,
): Record<string, unknown> {
  try {
    const opening = createDecipheriv(cipher, key, bytes(sealed.iv), { authTagLength: tagBytes });
    opening.setAAD(Buffer.from(kid));
    opening.setAuthTag(bytes(sealed.tag));
    const text = Buffer.concat([opening.update(bytes(sealed.ciphertext)), opening.final()]);
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text.toString("utf8")));
  } catch {
    throw new KeySealError(kid, "was changed in the database");
  }
}

function bytes(text: string): Buffer {
  return Buffer.from(text, "base64url");
}
