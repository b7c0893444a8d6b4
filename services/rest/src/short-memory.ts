import { LRUCache } from "lru-cache";

/** A look-up whose answers hold for a moment, so that many who ask at a time are one. */
export interface ShortMemory<Of, Found> {
  /** @throws what the look-up throws; that isn't remembered */
  find(of: Of): Promise<Found>;
  /** Looks up anew from now on. */
  forget(): void;
}

export interface ShortMemoryOptions<Of> {
  readonly keptMs: number;
  readonly entriesMax: number;
  /** Tells one from another. */
  keyOf(of: Of): string;
}

export function createShortMemory<Of, Found>(
  lookUp: (of: Of) => Promise<Found>,
  { keptMs, entriesMax, keyOf }: ShortMemoryOptions<Of>,
): ShortMemory<Of, Found> {
  const kept = new LRUCache<string, Promise<Found>>({ max: entriesMax, ttl: keptMs });
  return {
    find(of) {
      const key = keyOf(of);
      const known = kept.get(key);
      if (known) return known;
      const finding = lookUp(of);
      kept.set(key, finding);
      finding.catch(() => {
        if (kept.get(key) === finding) kept.delete(key);
      });
      return finding;
    },
    forget: () => kept.clear(),
  };
}
