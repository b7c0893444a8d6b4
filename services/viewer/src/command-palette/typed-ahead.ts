import { createStore } from "../data/store.ts";

/*
 * What a person types between opening the command palette and its first drawing. On a slow connection its script takes a
 * while to load, and most people type at once.
 */

const charsMax = 64;

/** The text that was typed since the box was opened, until its field takes over. */
export const typedAhead = createStore("");
let listener: ((event: KeyboardEvent) => void) | null = null;

/** Collects what is typed from now on, before other handlers of keys see it. */
export function collectTyped(onEscape: () => void): void {
  stopCollecting();
  typedAhead.set("");
  listener = (event) => {
    const next = textAfter(event);
    if (event.key !== "Escape" && next === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === null) onEscape();
    else typedAhead.set(next.slice(0, charsMax));
  };
  addEventListener("keydown", listener, { capture: true });
}

/** Leaves the keys to other handlers again. */
export function stopCollecting(): void {
  if (listener) removeEventListener("keydown", listener, { capture: true });
  listener = null;
}

/** Returns the text after a key; null if the key writes nothing. */
function textAfter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === "Backspace") return typedAhead.get().slice(0, -1);
  return key.length === 1 ? typedAhead.get() + key : null;
}
