import { LRUCache } from "lru-cache";
import { type BoundedMapOptions, lruOptions } from "./bounded-map.ts";

/** Values by key that are fetched when they are asked for and kept for a while. */
export interface Cache<Key, Value> {
  /**
   * Returns the value of a key: the kept one while it is fresh, else a newly fetched one. Calls for
   * one key at the same time share one fetch. A value whose fetch began before a call of `forget`
   * or `clear` is not returned after it.
   *
   * @throws what `fetch` throws; a failure is not kept.
   */
  get(key: Key): Promise<Value>;
  /** Returns the kept value if it is fresh, and does not fetch. */
  peek(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  /** Drops one value. */
  forget(key: Key): void;
  /** Drops all values. */
  clear(): void;
}

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

/** Creates an empty cache on the `fetchMethod` of `lru-cache`. */
export function createCache<Key extends {}, Value>(
  options: CacheOptions<Key, Value>,
): Cache<Key, Value> {
  const { ttlMs, ttlMsOf = () => ttlMs, fetch, staleOnError = false } = options;
  const now = options.now ?? (() => performance.now());
  // The library cannot keep `undefined`, so values are boxed.
  const values = new LRUCache<Key, { readonly value: Value }>({
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
  /** Counts calls of `forget` and `clear`. */
  let drops = 0;

  /** Returns undefined if the entry was dropped or displaced while it was fetched. */
  async function fetchKept(key: Key): Promise<{ readonly value: Value } | undefined> {
    const dropsBefore = drops;
    try {
      const boxed = await values.fetch(key);
      return drops === dropsBefore ? boxed : undefined;
    } catch (error) {
      if (!(error instanceof FetchError)) return undefined;
      const outdated = staleOnError ? values.peek(key, { allowStale: true }) : undefined;
      if (outdated === undefined) throw error.cause;
      return outdated;
    }
  }

  return {
    async get(key) {
      for (let count = 0; count < fetchesMax; count++) {
        const boxed = await fetchKept(key);
        if (boxed !== undefined) return boxed.value;
      }
      return await fetch(key);
    },
    peek: (key) => values.peek(key)?.value,
    set: (key, value) => void values.set(key, { value }),
    forget(key) {
      drops++;
      values.delete(key);
    },
    clear() {
      drops++;
      values.clear();
    },
  };
}

/** One value that is fetched when it is asked for and kept for a while. */
export interface CachedValue<Value> {
  /** See {@link Cache.get}. */
  get(): Promise<Value>;
  /** Drops the value. */
  forget(): void;
}

/** Creates a cache of a single value. */
export function cachedValue<Value>(
  fetch: () => Promise<Value>,
  options: Omit<CacheOptions<string, Value>, "entriesMax" | "fetch">,
): CachedValue<Value> {
  const key = "value";
  const cache = createCache<string, Value>({ ...options, entriesMax: 1, fetch });
  return { get: () => cache.get(key), forget: () => cache.forget(key) };
}
