import type { EnrichedMessage } from "@jetwire/protocol";
import { createStore } from "../../data/store.ts";
import { rowOf } from "../../list/message-row.ts";

/** The words that an aircraft said last. */
export interface SaidWords {
  readonly airframeId: string;
  readonly text: string;
}

const shownMax = 3;

/** The newest words of three aircraft on the map, the newest first. */
export const newestWords = createStore<readonly SaidWords[]>([]);

/**
 * Returns what a message says, if it is more than where the aircraft is, which its symbol shows.
 */
export function newestWordsOf(message: EnrichedMessage): SaidWords | null {
  const { airframeId, latitude } = message;
  if (airframeId === null || latitude !== null) return null;
  const { words } = rowOf(message);
  return words.kind === "decoded" ? { airframeId, text: words.title } : null;
}

/** Puts new words first; of each aircraft the newest are kept. */
export function withWords(
  known: readonly SaidWords[],
  added: readonly SaidWords[],
): readonly SaidWords[] {
  const kept = new Map<string, SaidWords>();
  for (const words of [...added.toReversed(), ...known]) {
    if (kept.size < shownMax && !kept.has(words.airframeId)) kept.set(words.airframeId, words);
  }
  return [...kept.values()];
}
