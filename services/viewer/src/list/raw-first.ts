import { createStore } from "../data/store.ts";

/** Whether lists show the raw text before the words; the key `r` swaps them. */
export const rawFirst = createStore(false);

export function swapRawAndWords(): void {
  rawFirst.set(!rawFirst.get());
}
