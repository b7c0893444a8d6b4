/** What has come and isn't shown yet: because of a pause, or because the next frame is still to come. */
export interface Backlog<Item> {
  add(item: Item): void;
  /** Takes all of it, newest first. */
  take(): Item[];
  /** How many have come since it was last taken, those that were let go included. */
  readonly count: number;
}

/** Keeps the newest `itemsMax`; older ones are counted and let go. */
export function createBacklog<Item>(itemsMax: number): Backlog<Item> {
  let items: Item[] = [];
  let count = 0;
  return {
    add(item) {
      items.push(item);
      count++;
      // In slices, so that a long pause doesn't move all items for each that comes.
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
