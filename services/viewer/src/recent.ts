/** The newest items, for showing them again under another filter. */
export interface Recent<Item> {
  /** @param items newest first */
  add(items: readonly Item[]): void;
  /** Newest first. */
  readonly items: readonly Item[];
}

export function createRecent<Item>(itemsMax: number): Recent<Item> {
  let kept: readonly Item[] = [];
  return {
    add(items) {
      kept = [...items, ...kept].slice(0, itemsMax);
    },
    get items() {
      return kept;
    },
  };
}
