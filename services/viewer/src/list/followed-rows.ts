import { atMostEvery, createStore } from "../data/store.ts";
import type { ListedMessage, MessageRow } from "./message-row.ts";
import { createLiveRows } from "./live-rows.ts";

const publishMs = 250;

export type FollowedRows = ReturnType<typeof createFollowedRows>;

/**
 * Keeps the latest messages of a subscription for a list. The view is a store that changes at most four times a second.
 * New rows wait while somebody reads the list.
 */
export function createFollowedRows() {
  const rows = createLiveRows();
  const view = createStore(rows.view());
  let isReading = nobodyReads;

  function publishNow(): void {
    view.set(rows.view());
  }

  const publish = atMostEvery(publishMs, () => {
    if (!isReading()) rows.show();
    publishNow();
  });

  return {
    view: { get: view.get, subscribe: view.subscribe },
    add(message: ListedMessage): void {
      rows.add(message);
      publish();
    },
    /** Gives a row what a later reception says. */
    improve(copy: ListedMessage): void {
      rows.improve(copy);
      publish();
    },
    /** Sets how many stations received a transmission. */
    counted(groupId: string, receptions: number): void {
      rows.counted(groupId, receptions);
      publish();
    },
    /** Moves what waits into the list, at once. */
    showWaiting(): void {
      rows.show();
      publishNow();
    },
    /** Removes rows that a filter does not show, at once. */
    keep(test: (row: MessageRow) => boolean): void {
      rows.keep(test);
      publishNow();
    },
    clear(): void {
      rows.clear();
      publishNow();
    },
    /**
     * Lets new rows wait while somebody reads the list.
     *
     * @returns ends it
     */
    readBy(reads: () => boolean): () => void {
      isReading = reads;
      return () => {
        if (isReading === reads) isReading = nobodyReads;
      };
    },
  };
}

function nobodyReads(): boolean {
  return false;
}
