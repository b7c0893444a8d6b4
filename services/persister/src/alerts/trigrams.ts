import type { CompiledRule } from "./compiled-rule.ts";

const charBits = 10;
const charMask = (1 << charBits) - 1;
const trigramMask = (1 << (3 * charBits)) - 1;
const hashBits = 16;
const hashMask = (1 << hashBits) - 1;

/**
 * Rules by three characters in a row of the text that they look for.
 *
 * Creates an empty index. A rule is listed under the trigram of its text that has the fewest rules.
 */
export function createTrigrams() {
  const lists = new Map<number, CompiledRule[]>();
  // Nearly all trigrams of texts have no rule: one look into an array tells most of them.
  const isUsed = new Uint8Array(1 << hashBits);

  return {
    get size(): number {
      return lists.size;
    },
    add(part: string, rule: CompiledRule): void {
      let best = -1;
      let fewest = Number.POSITIVE_INFINITY;
      eachTrigram(part, (trigram) => {
        const rules = lists.get(trigram)?.length ?? 0;
        if (rules >= fewest) return;
        best = trigram;
        fewest = rules;
      });
      const rules = lists.get(best);
      if (rules === undefined) lists.set(best, [rule]);
      else rules.push(rule);
      isUsed[hashOf(best)] = 1;
    },
    /** Calls back with the rules of each trigram of a text; with a rule possibly several times. */
    each(text: string, take: (rules: readonly CompiledRule[]) => void): void {
      eachTrigram(text, (trigram) => {
        if (isUsed[hashOf(trigram)] === 0) return;
        const rules = lists.get(trigram);
        if (rules !== undefined) take(rules);
      });
    },
  };
}

/** Different trigrams may have the same number: rules that are found are compared anyway. */
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
