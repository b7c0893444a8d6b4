import { LRUCache } from "lru-cache";

/** Things by id, fetched by the batch and kept for a while. */
export interface KnownThings<Id extends string | number, Thing extends object> {
  /** What is known of these ids now: fetched where possible, else what was known before. */
  get(ids: Iterable<Id>): Promise<ReadonlyMap<Id, Thing>>;
}

export interface KnownThingsOptions<Id, Thing> {
  /** May reject: then what was known before stands in, however old. */
  fetch(ids: readonly Id[]): Promise<ReadonlyMap<Id, Thing>>;
  /** Where to look when `fetch` rejects and nothing was known before; a rejection is passed over. */
  fallback?(ids: readonly Id[]): Promise<ReadonlyMap<Id, Thing>>;
  readonly entriesMax: number;
  readonly freshMs: number;
  /** Monotonic or wall clock, ms. */
  readonly now: () => number;
  readonly failed: (error: unknown) => void;
}

const retryMs = 1_000;

interface Kept<Thing> {
  /** Null: asked for and not there. */
  readonly thing: Thing | null;
  readonly untilMs: number;
}

export function createKnownThings<Id extends string | number, Thing extends object>(
  options: KnownThingsOptions<Id, Thing>,
): KnownThings<Id, Thing> {
  const { now, freshMs } = options;
  const kept = new LRUCache<Id, Kept<Thing>>({ max: options.entriesMax });
  let noFetchUntilMs = Number.NEGATIVE_INFINITY;

  async function refresh(ids: readonly Id[]): Promise<void> {
    try {
      if (now() >= noFetchUntilMs) {
        keep(ids, await options.fetch(ids), freshMs);
        return;
      }
    } catch (error) {
      noFetchUntilMs = now() + retryMs;
      options.failed(error);
    }
    const unknown = ids.filter((id) => !kept.has(id));
    if (unknown.length === 0 || !options.fallback) return;
    const found = await options.fallback(unknown).catch(() => null);
    if (found !== null) keep([...found.keys()], found, retryMs);
  }

  function keep(ids: readonly Id[], found: ReadonlyMap<Id, Thing>, ms: number): void {
    for (const id of ids) kept.set(id, { thing: found.get(id) ?? null, untilMs: now() + ms });
  }

  return {
    async get(ids) {
      const wanted = [...new Set(ids)];
      const stale = wanted.filter((id) => (kept.get(id)?.untilMs ?? 0) <= now());
      if (stale.length > 0) await refresh(stale);
      const things = new Map<Id, Thing>();
      for (const id of wanted) {
        const thing = kept.get(id)?.thing;
        if (thing) things.set(id, thing);
      }
      return things;
    },
  };
}
