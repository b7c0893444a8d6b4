import type { FilterOwner } from "./audience.ts";

/** `all`: too many filters are in use; `own`: too many of this account or address are. */
export type FilterRefusal = "all" | "own";

/** Filters in use in one process; beyond it, clients can use one of them, or none. */
const filtersMax = 500;
/** The part of them that clients without an account may use. */
const anonymousFiltersMax = 300;
/** Filters of one account, or of one address without an account. */
const ownFiltersMax = 20;

/** Counts the filters in use for those who used them first. */
export class FilterCounts {
  readonly #own = new Map<string, number>();
  #all = 0;
  #anonymous = 0;

  get all(): number {
    return this.#all;
  }

  /** Returns why a client cannot use a filter that is not in use yet; null if it can. */
  refusalOf({ id, isAnonymous }: FilterOwner): FilterRefusal | null {
    if ((this.#own.get(id) ?? 0) >= ownFiltersMax) return "own";
    if (this.#all >= filtersMax) return "all";
    return isAnonymous && this.#anonymous >= anonymousFiltersMax ? "all" : null;
  }

  add({ id, isAnonymous }: FilterOwner, change: 1 | -1): void {
    const own = (this.#own.get(id) ?? 0) + change;
    if (own > 0) this.#own.set(id, own);
    else this.#own.delete(id);
    this.#all += change;
    if (isAnonymous) this.#anonymous += change;
  }
}
