/** A small seeded generator (mulberry32), so that a failing fuzz test fails again. */
export interface Random {
  /** An integer from 0 up to but not including `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

export function createRandom(seed: number): Random {
  let state = seed;

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  function below(limit: number): number {
    return Math.floor(next() * limit);
  }

  function pick<Item>(items: readonly Item[]): Item {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  }

  return { below, pick, chance: (probability) => next() < probability };
}
