/** A seeded source of choices: the same seed and purpose give the same choices on every machine. */
export interface SeededRandom {
  /** Returns a number of at least 0 and below 1. */
  fraction(): number;
  /** Returns a whole number; both ends included. */
  integer(low: number, high: number): number;
  /** Returns a number; `low` included. */
  between(low: number, high: number): number;
  /** Returns true in this share (0 to 1) of all calls. */
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Returns the delay until the next of independent events that are `mean` apart on average. */
  exponential(mean: number): number;
}

const uint32Count = 4_294_967_296;

/**
 * Makes a generator (sfc32, Chris Doty-Humphrey's small fast counter). `purpose` separates streams
 * of choices under one seed, so that asking for one more station doesn't change the aircraft.
 */
export function createSeededRandom(seed: number, purpose = ""): SeededRandom {
  const uint32 = sfc32(seed, purpose);
  function fraction(): number {
    return uint32() / uint32Count;
  }
  return {
    fraction,
    integer: (low, high) => low + Math.floor(fraction() * (high - low + 1)),
    between: (low, high) => low + fraction() * (high - low),
    chance: (share) => fraction() < share,
    pick: (items) => {
      const item = items[Math.floor(fraction() * items.length)];
      if (item === undefined) throw new RangeError("nothing to pick from");
      return item;
    },
    exponential: (mean) => -Math.log(1 - fraction()) * mean,
  };
}

/** Turns weights into a choice: `[["often", 9], ["seldom", 1]]` gives "often" nine times in ten. */
export function weighted<T>(
  entries: readonly (readonly [item: T, weight: number])[],
): (random: SeededRandom) => T {
  const items = entries.map(([item]) => item);
  const sums: number[] = [];
  let total = 0;
  for (const [, weight] of entries) sums.push((total += weight));
  return (random) => {
    const at = random.fraction() * total;
    const item = items[sums.findIndex((sum) => at < sum)];
    if (item === undefined) throw new RangeError("nothing to choose from");
    return item;
  };
}

function sfc32(seed: number, purpose: string): () => number {
  let a = 0x9e3779b9 ^ Math.floor(seed / uint32Count);
  let b = seed | 0;
  let c = 0x243f6a88;
  for (let i = 0; i < purpose.length; i++) c = Math.imul(c ^ purpose.charCodeAt(i), 0x01000193);
  let counter = 1;
  function next(): number {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  }
  // The first outputs still show the seed.
  for (let i = 0; i < 15; i++) next();
  return next;
}
