import { makeSigningKey, type SigningKey } from "./signing-key.ts";

/** Where signing keys are kept. */
export interface SigningKeyStore {
  /** The one that signs now first. */
  list(): Promise<readonly SigningKey[]>;
  /** Keeps it if there is none yet. */
  addFirst(key: SigningKey): Promise<void>;
}

/** The key that signs now; the first is made when it is first needed. */
export async function findSigningKey(store: SigningKeyStore): Promise<SigningKey> {
  const [known] = await store.list();
  if (known) return known;
  await store.addFirst(await makeSigningKey());
  const [made] = await store.list();
  if (!made) throw new Error("the signing key that was just made isn't there");
  return made;
}
