import type { KeySeal } from "./key-seal.ts";
import { makeSigningKey, type SigningKey } from "./signing-key.ts";

/** The storage of signing keys, whose private halves are sealed. */
export interface SigningKeyStore {
  /** Lists keys, the one that signs now first. */
  list(): Promise<readonly SigningKey[]>;
  /** Stores a key if there is none. */
  addFirst(key: SigningKey): Promise<void>;
}

/**
 * Returns the key that signs now; makes the first one if there is none.
 *
 * @throws KeySealError if it cannot be decrypted
 */
export async function findSigningKey(store: SigningKeyStore, seal: KeySeal): Promise<SigningKey> {
  const [known] = await store.list();
  if (known) return seal.open(known);
  await store.addFirst(seal.seal(await makeSigningKey()));
  const [made] = await store.list();
  if (!made) throw new Error("the signing key that was just stored is missing");
  return seal.open(made);
}

/** The storage of all signing keys, also of those that do not sign. */
export interface StoredKeys {
  listAll(): Promise<readonly SigningKey[]>;
  /** Replaces the private half of a key, unless it has changed from `before`. */
  replacePrivate(after: SigningKey, before: SigningKey): Promise<void>;
}

/**
 * Encrypts private halves that are in clear or encrypted with the previous secret.
 *
 * @returns the ids of the keys that it encrypted
 * @throws KeySealError if one was encrypted with an unknown secret
 */
export async function sealStoredKeys(stored: StoredKeys, seal: KeySeal): Promise<string[]> {
  const outdated = (await stored.listAll()).filter((key) => !seal.isSealed(key));
  const sealed = outdated.map((before) => ({ before, after: seal.seal(seal.open(before)) }));
  for (const { before, after } of sealed) await stored.replacePrivate(after, before);
  return outdated.map(({ kid }) => kid);
}
