import { importVerifyKeys, type TokenCheck, type VerifyKey, verifyToken } from "@jetwire/auth";

type StoredKeys = Parameters<typeof importVerifyKeys>[0];

const freshMs = 60_000;
/** A token may be signed with a key that is newer than ours; asked for this often at most. */
const retryMs = 2_000;

/**
 * Checks tokens against the signing keys' public halves, kept for a minute.
 *
 * @throws (its result) what `list` throws while no keys have been loaded.
 */
export function createTokenChecker(
  list: () => Promise<StoredKeys>,
  now: () => number,
): (token: unknown) => Promise<TokenCheck> {
  let keys: readonly VerifyKey[] = [];
  let loadedMs = Number.NEGATIVE_INFINITY;

  async function load(): Promise<void> {
    keys = await importVerifyKeys(await list());
    loadedMs = now();
  }

  return async (token) => {
    if (typeof token !== "string") return { valid: false };
    if (now() - loadedMs > freshMs) {
      // With Postgres away the keys that are known go on, as long as there are any.
      await load().catch((error: unknown) => {
        if (keys.length === 0) throw error;
      });
    }
    const check = await verifyToken(token, keys, now());
    if (check.valid || now() - loadedMs < retryMs) return check;
    await load();
    return await verifyToken(token, keys, now());
  };
}
