import type { EnrichedMessage } from "@jetwire/protocol";
import { messageRow, toggleFold } from "./row.ts";

/** The rows on the page, newest on top. */
export interface List {
  /** Puts messages on top, newest first, and lets the oldest rows go. */
  prepend(messages: readonly EnrichedMessage[]): void;
  /** Shows these and nothing else, newest first. */
  replace(messages: readonly EnrichedMessage[]): void;
  /** Marks the row whose details are shown. */
  mark(id: string | null): void;
  readonly length: number;
}

/** More in one go aren't made to glow: nobody could follow, and each costs frames. */
const glowingMax = 4;

/**
 * @param root the element that holds the rows
 * @param open is called with the message whose details are wanted
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

  function letGo(): void {
    while (root.childElementCount > rowsMax) {
      const last = root.lastElementChild;
      if (!(last instanceof HTMLElement)) return;
      // A row that goes with the keyboard's focus in it would throw the focus to the page's start.
      if (last.contains(document.activeElement)) root.focus({ preventScroll: true });
      shown.delete(last.dataset["id"] ?? "");
      last.remove();
    }
  }

  return {
    prepend(messages) {
      const newest = messages.slice(0, rowsMax);
      root.prepend(rowsOf(newest, newest.length <= glowingMax));
      letGo();
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

/** Who has just marked some text wants to copy it, not to open the row. */
function isSelecting(target: Element): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(target, true);
}
