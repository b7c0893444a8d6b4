import { LRUCache } from "lru-cache";

export interface BoundedMapOptions<Value = never> {
  /** The most entries; the least recently used one makes room. */
  readonly entriesMax: number;
  /** The most bytes of all values; the least recently used one makes room. A larger value is not kept. */
  readonly bytes?: { readonly max: number; readonly of: (value: Value) => number };
  /** How long an entry is kept after it was set; unlimited by default. */
  readonly ttlMs?: number;
  /** Monotonic clock, ms; `performance.now` by default. */
  readonly now?: () => number;
}

/**
 * A map that forgets: the least recently used entries first, and entries that are too old. It is the library's; `peek` reads an
 * entry without counting as a use of it.
 */
type BoundedMap<Key extends {}, Value extends {}> = Pick<
  LRUCache<Key, Value>,
  "size" | "get" | "has" | "peek" | "set" | "delete" | "clear"
>;

/** Creates an empty map. */
export function createBoundedMap<Key extends {}, Value extends {}>(
  options: BoundedMapOptions<Value>,
): BoundedMap<Key, Value> {
  const { bytes, entriesMax } = options;
  const bound =
    bytes === undefined
      ? // Counted as a size of 1 each, because the library allocates memory for `max` entries at once.
        { max: 0, maxSize: entriesMax, sizeCalculation: () => 1 }
      : { maxSize: bytes.max, sizeCalculation: (value: Value) => bytes.of(value) };
  return new LRUCache<Key, Value>({ ...lruOptions(options), ...bound });
}

/** Translates our options to those of `lru-cache`, which reads its clock through `perf`. */
export function lruOptions({ entriesMax, ttlMs, now }: Omit<BoundedMapOptions, "bytes">) {
  return {
    max: entriesMax,
    // Without this, the library may read the clock only once a millisecond.
    ttlResolution: 0,
    ...(ttlMs === undefined ? {} : { ttl: ttlMs }),
    ...(now === undefined ? {} : { perf: { now } }),
  };
}
