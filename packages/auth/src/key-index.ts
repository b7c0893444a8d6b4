import { every, type Logger } from "@jetwire/runtime";
import { hashApiKey, parseApiKey } from "./api-key.ts";

/** Returns the SHA-256 of active keys, the most recently issued first. */
export type ListKeyHashes = (max: number) => Promise<readonly Uint8Array[]>;

const refreshMs = 5_000;
const keysMax = 200_000;
/** Bytes of a hash that are kept: enough that a guess finds none of the keys by chance. */
const prefixBytes = 12;

/**
 * The keys that may be valid, kept in memory. A client that sends unknown keys uses up the budget of its address,
 * also for neighbours behind the same NAT; a key in this index is checked without that budget.
 */
export class KeyIndex {
  readonly #list;
  readonly #log;
  readonly #everyMs;
  #prefixes: ReadonlySet<string> = new Set();

  /** @param list lists at most so many hashes */
  constructor(list: ListKeyHashes, log: Logger, everyMs = refreshMs) {
    this.#list = list;
    this.#log = log;
    this.#everyMs = everyMs;
  }

  /**
   * Returns whether a key was active at the latest refresh. It proves nothing: the key may have
   * ended since. A new key is found after the next refresh.
   *
   * @param given what a client sent as its key, of any type
   */
  has(given: unknown): boolean {
    const key = parseApiKey(given);
    return key !== null && this.#prefixes.has(prefixOf(hashApiKey(key)));
  }

  /** Refreshes the index until the signal aborts. */
  run(signal: AbortSignal): Promise<void> {
    return every(this.#everyMs, () => this.#refresh(), {
      signal,
      log: this.#log,
      task: "list the active keys",
      retryMsMax: this.#everyMs,
    });
  }

  async #refresh(): Promise<void> {
    this.#prefixes = new Set((await this.#list(keysMax)).map(prefixOf));
  }
}

function prefixOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, prefixBytes).toString("base64");
}
