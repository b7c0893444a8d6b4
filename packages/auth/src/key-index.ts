import { every, type Logger } from "@jetwire/runtime";
import { hashApiKey, parseApiKey } from "./api-key.ts";

/** The keys that may be valid, kept in memory so that no budget of failures applies to them. */
export interface KeyIndex {
  /**
   * Returns whether a key was active at the latest refresh. It proves nothing: the key may have
   * ended since. A new key is found after the next refresh.
   *
   * @param given what a client sent as its key, of any type
   */
  has(given: unknown): boolean;
  /** Refreshes the index until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

/** Returns the SHA-256 of active keys, the most recently issued first. */
export type ListKeyHashes = (max: number) => Promise<readonly Uint8Array[]>;

const refreshMs = 5_000;
const keysMax = 200_000;
/** Bytes of a hash that are kept: enough that a guess finds none of the keys by chance. */
const prefixBytes = 12;

/**
 * Creates an index of active keys. A client that sends unknown keys uses up the budget of its address,
 * also for neighbours behind the same NAT; a key in this index is checked without that budget.
 *
 * @param list lists at most so many hashes
 */
export function createKeyIndex(list: ListKeyHashes, log: Logger, everyMs = refreshMs): KeyIndex {
  let prefixes: ReadonlySet<string> = new Set();
  return {
    has(given) {
      const key = parseApiKey(given);
      return key !== null && prefixes.has(prefixOf(hashApiKey(key)));
    },
    run: (signal) =>
      every(
        everyMs,
        async () => {
          prefixes = new Set((await list(keysMax)).map(prefixOf));
        },
        { signal, log, task: "list the active keys", retryMsMax: everyMs },
      ),
  };
}

function prefixOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, prefixBytes).toString("base64");
}
