const charBits = 10;
const charMask = (1 << charBits) - 1;
const trigramMask = (1 << (3 * charBits)) - 1;
const hashBits = 16;
const hashMask = (1 << hashBits) - 1;

/**
 * Filters by three characters in a row of the text that they look for.
 *
 * Creates an empty index. A filter is listed under the trigram of its text that has the fewest.
 */
export function createTrigrams<Filter>() {
  const lists = new Map<number, Filter[]>();
  // Nearly all trigrams of texts have no filter: one look into an array tells most of them.
  const isUsed = new Uint8Array(1 << hashBits);

  return {
    get size(): number {
      return lists.size;
    },
    add(part: string, filter: Filter): void {
      let best = -1;
      let fewest = Number.POSITIVE_INFINITY;
      eachTrigram(part, (trigram) => {
        const listed = lists.get(trigram)?.length ?? 0;
        if (listed >= fewest) return;
        best = trigram;
        fewest = listed;
      });
      const listed = lists.get(best);
      if (listed === undefined) lists.set(best, [filter]);
      else listed.push(filter);
      isUsed[hashOf(best)] = 1;
    },
    /** Calls back with the filters of each trigram of a text; with a filter possibly several times. */
    each(text: string, visit: (filters: readonly Filter[]) => void): void {
      eachTrigram(text, (trigram) => {
        if (isUsed[hashOf(trigram)] === 0) return;
        const listed = lists.get(trigram);
        if (listed !== undefined) visit(listed);
      });
    },
  };
}

/** Different trigrams may have the same number: filters that are found are compared anyway. */
function eachTrigram(text: string, look: (trigram: number) => void): void {
  let trigram = 0;
  for (let at = 0; at < text.length; at++) {
    trigram = ((trigram << charBits) | (text.charCodeAt(at) & charMask)) & trigramMask;
    if (at >= 2) look(trigram);
  }
}

function hashOf(trigram: number): number {
  return (trigram ^ (trigram >>> (2 * charBits - 6))) & hashMask;
}
