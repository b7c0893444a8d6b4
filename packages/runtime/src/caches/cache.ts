import { LRUCache } from "lru-cache";
import { type BoundedMapOptions, lruOptions } from "./bounded-map.ts";

export interface CacheOptions<Key, Value> extends Omit<BoundedMapOptions, "bytes"> {
  /** How long a value is fresh, ms, counted from the start of its fetch. */
  readonly ttlMs: number;
  /** How long a fetched value is fresh, ms, if that depends on the value. */
  readonly ttlMsOf?: (value: Value) => number;
  readonly fetch: (key: Key) => Promise<Value>;
  /** Whether an outdated value is returned while `fetch` fails. */
  readonly staleOnError?: boolean;
}

/** A fetch is repeated this often when its value was dropped meanwhile; then its value is not kept. */
const fetchesMax = 3;

/** Wraps an error of `fetch`, to tell it from the library's own errors about dropped entries. */
class FetchError extends Error {}

interface Boxed<Value> {
  readonly value: Value;
}

/** Values by key that are fetched when they are asked for and kept for a while, by the `fetchMethod` of `lru-cache`. */
export class Cache<Key extends {}, Value> {
  readonly #fetch;
  readonly #staleOnError;
  // The library cannot keep `undefined`, so values are boxed.
  readonly #values: LRUCache<Key, Boxed<Value>>;
  /** Counts calls of `forget` and `clear`. */
  #drops = 0;

  constructor(options: CacheOptions<Key, Value>) {
    const { ttlMs, ttlMsOf = () => ttlMs, fetch, staleOnError = false } = options;
    const now = options.now ?? (() => performance.now());
    this.#fetch = fetch;
    this.#staleOnError = staleOnError;
    this.#values = new LRUCache<Key, Boxed<Value>>({
      ...lruOptions(options),
      noDeleteOnFetchRejection: staleOnError,
      async fetchMethod(key, _stale, { options: entry }) {
        const startMs = now();
        const value = await fetch(key).catch((error: unknown) => {
          throw new FetchError("fetch failed", { cause: error });
        });
        // A ttl of 0 would mean "for ever".
        entry.ttl = Math.max(1, ttlMsOf(value) - (now() - startMs));
        return { value };
      },
    });
  }

  /**
   * Returns the value of a key: the kept one while it is fresh, else a newly fetched one. Calls for
   * one key at the same time share one fetch. A value whose fetch began before a call of `forget`
   * or `clear` is not returned after it.
   *
   * @throws what `fetch` throws; a failure is not kept.
   */
  async get(key: Key): Promise<Value> {
    for (let count = 0; count < fetchesMax; count++) {
      const boxed = await this.#fetchKept(key);
      if (boxed !== undefined) return boxed.value;
    }
    return await this.#fetch(key);
  }

  /** Returns the kept value if it is fresh, and does not fetch. */
  peek(key: Key): Value | undefined {
    return this.#values.peek(key)?.value;
  }

  set(key: Key, value: Value): void {
    this.#values.set(key, { value });
  }

  /** Drops one value. */
  forget(key: Key): void {
    this.#drops++;
    this.#values.delete(key);
  }

  /** Drops all values. */
  clear(): void {
    this.#drops++;
    this.#values.clear();
  }

  /** Returns undefined if the entry was dropped or displaced while it was fetched. */
  async #fetchKept(key: Key): Promise<Boxed<Value> | undefined> {
    const dropsBefore = this.#drops;
    try {
      const boxed = await this.#values.fetch(key);
      return this.#drops === dropsBefore ? boxed : undefined;
    } catch (error) {
      if (!(error instanceof FetchError)) return undefined;
      const outdated = this.#staleOnError
        ? this.#values.peek(key, { allowStale: true })
        : undefined;
      if (outdated === undefined) throw error.cause;
      return outdated;
    }
  }
}

const onlyKey = "value";

/** One value that is fetched when it is asked for and kept for a while. */
export class CachedValue<Value> {
  readonly #cache: Cache<string, Value>;

  constructor(
    fetch: () => Promise<Value>,
    options: Omit<CacheOptions<string, Value>, "entriesMax" | "fetch">,
  ) {
    this.#cache = new Cache<string, Value>({ ...options, entriesMax: 1, fetch });
  }

  /** See {@link Cache.get}. */
  get(): Promise<Value> {
    return this.#cache.get(onlyKey);
  }

  /** Drops the value. */
  forget(): void {
    this.#cache.forget(onlyKey);
  }
}
