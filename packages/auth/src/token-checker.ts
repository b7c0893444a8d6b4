import { importVerifyKeys, type SigningKey, type VerifyKey } from "./signing-key.ts";

type StoredKeys = readonly Pick<SigningKey, "kid" | "publicJwk">[];

const freshMs = 60_000;
/** A token may be signed with a key that is newer than ours; asked for this often at most. */
const retryMs = 2_000;

/** Says whether a token holds by these keys, and if not, whether it once did. */
type Verify<Check> = (token: unknown, keys: readonly VerifyKey[], now: number) => Promise<Check>;

/**
 * Checks tokens against the signing keys' public halves, kept for a minute.
 *
 * @param verify `verifyToken`, or another that takes the same
 * @throws (its result) what `list` throws while no keys have been loaded.
 */
export function createTokenChecker<
  Check extends { readonly valid: boolean; readonly expired?: true },
>(
  list: () => Promise<StoredKeys>,
  now: () => number,
  verify: Verify<Check>,
): (token: unknown) => Promise<Check> {
  let keys: readonly VerifyKey[] = [];
  let loadedMs = Number.NEGATIVE_INFINITY;

  async function load(): Promise<void> {
    keys = await importVerifyKeys(await list());
    loadedMs = now();
  }

  return async (token) => {
    if (typeof token !== "string") return await verify(undefined, [], now());
    if (now() - loadedMs > freshMs) {
      // With Postgres away the keys that are known go on, as long as there are any.
      await load().catch((error: unknown) => {
        if (keys.length === 0) throw error;
      });
    }
    const check = await verify(token, keys, now());
    if (check.valid || check.expired || now() - loadedMs < retryMs) return check;
    await load();
    return await verify(token, keys, now());
  };
}
