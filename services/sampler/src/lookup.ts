import { Cache } from "@jetwire/runtime";

export interface LookupOptions<Id, Thing> {
  /** Fetches things from Postgres; after a rejection it is not called for a second. */
  fetch(ids: readonly Id[]): Promise<ReadonlyMap<Id, Thing>>;
  /** Finds things that cannot be fetched and are not cached; a rejection is ignored. */
  readonly fallback?: (ids: readonly Id[]) => Promise<ReadonlyMap<Id, Thing>>;
  readonly entriesMax: number;
  readonly ttlMs: number;
  /** Wall clock or monotonic, ms. */
  readonly now: () => number;
  readonly onFailure: (error: unknown) => void;
}

const retryMs = 1_000;

/** Finds things by id, many at once, through a cache. Ids that do not exist are cached as well. */
export class Lookup<Id extends string | number, Thing> {
  readonly #cache: Cache<Id, Thing | null>;
  readonly #fallback;

  constructor(options: LookupOptions<Id, Thing>) {
    const { entriesMax, ttlMs, now, fallback } = options;
    const fetch = createBatchFetch(options);
    this.#cache = new Cache({ entriesMax, ttlMs, now, fetch, staleOnError: true });
    this.#fallback = fallback;
  }

  /** Returns those that are known: fresh ones, or outdated ones while they cannot be fetched. */
  async find(ids: Iterable<Id>): Promise<ReadonlyMap<Id, Thing>> {
    const found = new Map<Id, Thing>();
    const unknown: Id[] = [];
    await Promise.all(
      [...new Set(ids)].map(async (id) => {
        try {
          const thing = await this.#cache.get(id);
          if (thing !== null) found.set(id, thing);
        } catch {
          unknown.push(id);
        }
      }),
    );
    if (unknown.length === 0 || !this.#fallback) return found;
    const others = await this.#fallback(unknown).catch(() => new Map<Id, Thing>());
    return new Map([...found, ...others]);
  }
}

/** Collects the ids that are asked for at the same time into one fetch. */
function createBatchFetch<Id, Thing>({
  fetch,
  now,
  onFailure,
}: LookupOptions<Id, Thing>): (id: Id) => Promise<Thing | null> {
  let noFetchUntilMs = Number.NEGATIVE_INFINITY;
  let batch: { readonly ids: Id[]; readonly things: Promise<ReadonlyMap<Id, Thing>> } | null = null;

  async function fetchBatch(ids: readonly Id[]): Promise<ReadonlyMap<Id, Thing>> {
    await Promise.resolve();
    batch = null;
    if (now() < noFetchUntilMs) throw new Error("the last fetch failed");
    try {
      return await fetch(ids);
    } catch (error) {
      noFetchUntilMs = now() + retryMs;
      onFailure(error);
      throw error;
    }
  }

  return async (id) => {
    if (batch === null) {
      const ids: Id[] = [];
      batch = { ids, things: fetchBatch(ids) };
    }
    batch.ids.push(id);
    const things = await batch.things;
    return things.get(id) ?? null;
  };
}
