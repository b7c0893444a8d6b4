/** Messages that have arrived and are not shown yet: the page is paused, or the next frame is pending. */
export interface Backlog<Item> {
  add(item: Item): void;
  /** Empties the backlog. @returns its items, newest first. */
  take(): Item[];
  /** Items added since the last `take`, including those that were discarded. */
  readonly count: number;
}

/** Keeps the newest `itemsMax` items; older ones are counted and discarded. */
export function createBacklog<Item>(itemsMax: number): Backlog<Item> {
  let items: Item[] = [];
  let count = 0;
  return {
    add(item) {
      items.push(item);
      count++;
      // Trimmed at twice the size, so that a long pause does not copy all items for each new one.
      if (items.length >= itemsMax * 2) items = items.slice(-itemsMax);
    },
    take() {
      const taken = items.slice(-itemsMax).toReversed();
      items = [];
      count = 0;
      return taken;
    },
    get count() {
      return count;
    },
  };
}
