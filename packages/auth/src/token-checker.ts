import { CachedValue } from "@jetwire/runtime";
import { importVerifyKeys, type SigningKey, type VerifyKey } from "./signing-key.ts";

const ttlMs = 60_000;
/** A token may be signed with a newer key: the keys are loaded again, at most this often. */
const reloadMs = 2_000;

type Verify<Check> = (token: unknown, keys: readonly VerifyKey[], now: number) => Promise<Check>;

/**
 * Creates a checker of tokens, with the public halves of our signing keys. While the keys cannot be
 * loaded, those that are known remain in use.
 *
 * @param list reads the public halves
 * @param verify `verifyToken`, or a function like it
 * @param now Unix ms
 * @returns a function that throws what `list` throws if no keys were loaded yet
 */
export function createTokenChecker<
  Check extends { readonly valid: boolean; readonly expired?: true },
>(
  list: () => Promise<readonly Pick<SigningKey, "kid" | "publicJwk">[]>,
  verify: Verify<Check>,
  now: () => number = Date.now,
): (token: unknown) => Promise<Check> {
  let keys: readonly VerifyKey[] = [];
  async function load(): Promise<void> {
    keys = await importVerifyKeys(await list());
  }
  const loaded = new CachedValue(load, { ttlMs, staleOnError: true, now });
  const reloaded = new CachedValue(load, { ttlMs: reloadMs, now });

  return async (token) => {
    if (typeof token !== "string") return await verify(undefined, [], now());
    await loaded.get();
    const used = keys;
    const check = await verify(token, used, now());
    if (check.valid || check.expired) return check;
    await reloaded.get();
    return keys === used ? check : await verify(token, keys, now());
  };
}
