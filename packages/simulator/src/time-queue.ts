/** A queue of items by time, earliest first; items of the same time in the order of insertion. */
export class TimeQueue<T> {
  readonly #heap: { atMs: number; order: number; item: T }[] = [];
  #order = 0;

  /** Time at which the earliest item is due; Infinity if there is none. */
  get earliestMs(): number {
    return this.#heap[0]?.atMs ?? Infinity;
  }

  add(atMs: number, item: T): void {
    const heap = this.#heap;
    const entry = { atMs, order: this.#order++, item };
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(entry, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = entry;
  }

  /** Removes and returns the earliest item; undefined if there is none. */
  pop(): T | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (first === undefined || last === undefined) return undefined;
    if (this.#heap.length > 0) this.#sink(last);
    return first.item;
  }

  #sink(entry: { atMs: number; order: number; item: T }): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      if (left === undefined) break;
      const right = heap[2 * at + 2];
      const rightFirst = right !== undefined && isBefore(right, left);
      const child = rightFirst ? right : left;
      if (!isBefore(child, entry)) break;
      heap[at] = child;
      at = 2 * at + (rightFirst ? 2 : 1);
    }
    heap[at] = entry;
  }
}

function isBefore(a: { atMs: number; order: number }, b: { atMs: number; order: number }): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
}
