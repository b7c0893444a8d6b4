import { timingSafeEqual } from "node:crypto";
import { hashApiKey, parseApiKey } from "./api-key.ts";

/** Who holds a key, and what it allows. */
export interface KeyHolder {
  readonly keyId: string;
  readonly accountId: string;
  readonly username: string;
  readonly tier: string;
  readonly requestsPerMinute: number;
}

export type KeyCheck = ({ readonly valid: true } & KeyHolder) | { readonly valid: false };

/** What a look-up finds: the holder and the hash that is kept. */
export type FoundKey = KeyHolder & { readonly keyHash: Uint8Array };

export interface KeyCheckerOptions {
  /** Looks a key up by its SHA-256; null when unknown, revoked or expired. May throw: no answer. */
  readonly find: (keyHash: Buffer) => Promise<FoundKey | null>;
  /** Unix ms. */
  readonly now: () => number;
  /** How long a valid key is taken for valid without asking: the most that a revocation takes. */
  readonly cacheMsMax?: number;
  readonly entriesMax?: number;
}

export interface KeyChecker {
  /** Checks whatever a client gave as its key. @throws what `find` throws. */
  check(given: unknown): Promise<KeyCheck>;
  /** Whether a check would be answered from memory that this key holds. */
  knows(given: unknown): boolean;
  /** Asks anew from now on: a key was revoked or issued. */
  forget(): void;
}

interface Remembered {
  readonly check: KeyCheck;
  readonly untilMs: number;
}

const invalid: KeyCheck = { valid: false };
const negativeMsMax = 1_000;
const noHash = Buffer.alloc(32);

/**
 * Checks keys with a short memory. Keys that aren't well-formed cost nothing; well-formed unknown
 * ones cost what known ones do, so that time tells nothing; many checks of one key at a time are
 * one look-up. What is remembered is bounded, oldest out first.
 */
export function createKeyChecker(options: KeyCheckerOptions): KeyChecker {
  const { find, now, cacheMsMax = 5_000, entriesMax = 10_000 } = options;
  const remembered = new Map<string, Remembered>();
  const underway = new Map<string, Promise<KeyCheck>>();

  function remember(digest: string, check: KeyCheck): void {
    const ms = check.valid ? cacheMsMax : Math.min(cacheMsMax, negativeMsMax);
    remembered.delete(digest);
    remembered.set(digest, { check, untilMs: now() + ms });
    const [oldest] = remembered.keys();
    if (remembered.size > entriesMax && oldest !== undefined) remembered.delete(oldest);
  }

  async function lookUp(keyHash: Buffer): Promise<KeyCheck> {
    const found = await find(keyHash);
    const same = timingSafeEqual(hashOrZeros(found), keyHash);
    if (found === null || !same) return invalid;
    const { keyId, accountId, username, tier, requestsPerMinute } = found;
    return { valid: true, keyId, accountId, username, tier, requestsPerMinute };
  }

  function recall(digest: string): KeyCheck | undefined {
    const known = remembered.get(digest);
    return known && known.untilMs > now() ? known.check : undefined;
  }

  return {
    knows(given) {
      const key = parseApiKey(given);
      return key !== null && recall(hashApiKey(key).toString("base64"))?.valid === true;
    },
    async check(given) {
      const key = parseApiKey(given);
      if (key === null) return invalid;
      const keyHash = hashApiKey(key);
      const digest = keyHash.toString("base64");
      const known = recall(digest);
      if (known) return known;
      const asked = underway.get(digest);
      if (asked) return await asked;
      const looking = lookUp(keyHash);
      underway.set(digest, looking);
      try {
        const check = await looking;
        // A `forget` meanwhile took the look-up out: what it saw may be out of date already.
        if (underway.get(digest) === looking) remember(digest, check);
        return check;
      } finally {
        if (underway.get(digest) === looking) underway.delete(digest);
      }
    },
    forget() {
      remembered.clear();
      underway.clear();
    },
  };
}

function hashOrZeros(found: FoundKey | null): Uint8Array {
  return found?.keyHash.length === noHash.length ? found.keyHash : noHash;
}
