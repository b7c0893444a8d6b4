import type { EnrichedMessage } from "@jetwire/protocol";
import { messageRow, toggleFold } from "./row.ts";

/** The rows on the page, newest on top. */
export interface List {
  /** Adds messages at the top, newest first, and removes the oldest rows. */
  prepend(messages: readonly EnrichedMessage[]): void;
  /** Shows only these messages, newest first. */
  replace(messages: readonly EnrichedMessage[]): void;
  /** Highlights the row whose details are shown. */
  mark(id: string | null): void;
  readonly length: number;
}

/** Limits the rows that glow: if more arrive at once, none does, because it would be distracting and slow. */
const glowingMax = 4;

/**
 * @param root the element that holds the rows
 * @param open called with the message whose details to show
 */
export function createList(
  root: HTMLElement,
  rowsMax: number,
  open: (message: EnrichedMessage) => void,
): List {
  const shown = new Map<string, EnrichedMessage>();
  let marked: string | null = null;

  root.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const row = target?.closest<HTMLElement>(".row");
    if (!target || !row) return;
    if (target.closest("[data-action=unfold]")) return toggleFold(row);
    const message = shown.get(row.dataset["id"] ?? "");
    if (message && !isSelecting(target)) open(message);
  });

  function rowsOf(messages: readonly EnrichedMessage[], glow: boolean): DocumentFragment {
    const rows = document.createDocumentFragment();
    for (const message of messages) {
      if (shown.has(message.id)) continue;
      shown.set(message.id, message);
      const row = messageRow(message);
      row.classList.toggle("glow", glow);
      row.classList.toggle("marked", message.id === marked);
      rows.append(row);
    }
    return rows;
  }

  function trim(): void {
    while (root.childElementCount > rowsMax) {
      const last = root.lastElementChild;
      if (!(last instanceof HTMLElement)) return;
      // Removing the focused row would move the focus to the start of the page.
      if (last.contains(document.activeElement)) root.focus({ preventScroll: true });
      shown.delete(last.dataset["id"] ?? "");
      last.remove();
    }
  }

  return {
    prepend(messages) {
      const newest = messages.slice(0, rowsMax);
      root.prepend(rowsOf(newest, newest.length <= glowingMax));
      trim();
    },
    replace(messages) {
      shown.clear();
      root.replaceChildren(rowsOf(messages.slice(0, rowsMax), false));
    },
    mark(id) {
      marked = id;
      for (const row of root.querySelectorAll(".marked")) row.classList.remove("marked");
      if (id !== null) root.querySelector(`[data-id="${CSS.escape(id)}"]`)?.classList.add("marked");
    },
    get length() {
      return shown.size;
    },
  };
}

/** A click that ends a text selection must not open the row. */
function isSelecting(target: Element): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(target, true);
}
