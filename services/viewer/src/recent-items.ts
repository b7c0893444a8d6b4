/** The newest items, which another filter can search again. */
export interface RecentItems<Item> {
  /** @param items newest first */
  add(items: readonly Item[]): void;
  /** Newest first. */
  readonly items: readonly Item[];
}

export function createRecentItems<Item>(itemsMax: number): RecentItems<Item> {
  let items: readonly Item[] = [];
  return {
    add(added) {
      items = [...added, ...items].slice(0, itemsMax);
    },
    get items() {
      return items;
    },
  };
}
