import { makeSigningKey, type SigningKey } from "./signing-key.ts";

/** The storage of signing keys. */
export interface SigningKeyStore {
  /** Lists keys, the one that signs now first. */
  list(): Promise<readonly SigningKey[]>;
  /** Stores a key if there is none. */
  addFirst(key: SigningKey): Promise<void>;
}

/** Returns the key that signs now; makes the first one if there is none. */
export async function findSigningKey(store: SigningKeyStore): Promise<SigningKey> {
  const [known] = await store.list();
  if (known) return known;
  await store.addFirst(await makeSigningKey());
  const [made] = await store.list();
  if (!made) throw new Error("the signing key that was just stored is missing");
  return made;
}
