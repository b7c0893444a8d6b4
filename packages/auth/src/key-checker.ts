import { timingSafeEqual } from "node:crypto";
import type { KeyScope } from "@jetwire/protocol";
import { Cache } from "@jetwire/runtime";
import { hashApiKey, parseApiKey } from "./api-key.ts";

/** The account of a key, and the limit of its tier. */
export interface KeyOwner {
  readonly keyId: string;
  readonly accountId: string;
  readonly username: string;
  readonly role: "user" | "operator";
  readonly tier: string;
  readonly scopes: readonly KeyScope[];
  readonly requestsPerMinute: number;
}

export type KeyCheck = ({ readonly valid: true } & KeyOwner) | { readonly valid: false };

/** A stored key: its owner and its hash. */
export type StoredKey = KeyOwner & { readonly keyHash: Uint8Array };

export interface KeyCheckerOptions {
  /** A valid key is accepted for this long without a look-up: the longest that a revocation takes. */
  readonly ttlMs?: number;
  readonly entriesMax?: number;
  /** Monotonic clock, ms. */
  readonly now?: () => number;
}

export type KeyChecker = ReturnType<typeof createKeyChecker>;

const invalid: KeyCheck = { valid: false };
const invalidTtlMsMax = 1_000;
const zeroHash = Buffer.alloc(32);

/**
 * Checks API keys and caches the results. A malformed key is not looked up; an unknown key takes as
 * long as a known one, so that the time discloses nothing. Checks of one key at the same time share a
 * look-up.
 *
 * @param find finds a key by its SHA-256; null if it is unknown, revoked or expired
 */
export function createKeyChecker(
  find: (keyHash: Buffer) => Promise<StoredKey | null>,
  options: KeyCheckerOptions = {},
) {
  const { ttlMs = 5_000, entriesMax = 10_000, now = () => performance.now() } = options;
  const checks = new Cache({
    entriesMax,
    ttlMs,
    ttlMsOf: ({ valid }: KeyCheck) => (valid ? ttlMs : Math.min(ttlMs, invalidTtlMsMax)),
    now,
    fetch: async (digest: string): Promise<KeyCheck> => {
      const keyHash = Buffer.from(digest, "base64");
      const found = await find(keyHash);
      const isSame = timingSafeEqual(hashOrZeros(found), keyHash);
      if (found === null || !isSame) return invalid;
      const { keyHash: _, ...owner } = found;
      return { valid: true, ...owner };
    },
  });

  return {
    /** Checks what a client sent as its key, of any type. @throws what `find` throws */
    async check(given: unknown): Promise<KeyCheck> {
      const key = parseApiKey(given);
      return key === null ? invalid : await checks.get(digestOf(key));
    },
    /** Returns whether a check would find a valid key without a look-up. */
    knows(given: unknown): boolean {
      const key = parseApiKey(given);
      return key !== null && checks.peek(digestOf(key))?.valid === true;
    },
    /** Drops all results, because a key was revoked or issued. */
    forget: () => checks.clear(),
  };
}

function digestOf(key: string): string {
  return hashApiKey(key).toString("base64");
}

function hashOrZeros(found: StoredKey | null): Uint8Array {
  return found?.keyHash.length === zeroHash.length ? found.keyHash : zeroHash;
}
