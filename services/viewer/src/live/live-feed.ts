import type { EnrichedMessage, SniffFilter } from "@jetwire/protocol";
import { watchBackground } from "../data/background.ts";
import { sniff } from "../data/sniff.ts";
import { createStore } from "../data/store.ts";
import type { MessageRow } from "../list/message-row.ts";
import { createLiveRows, type LiveRows } from "./live-rows.ts";

const publishMs = 250;
const keepMs = 600_000;

/** The rows of the live list; it changes at most four times a second. */
export const liveView = createStore<LiveRows>(createLiveRows().view());

/** Whether the subscription rests because nobody has looked at the page for a while. */
export const isInBackground = createStore(false);

const rows = createLiveRows();
let leftAtMs = 0;
let mayShow: () => boolean = () => true;
let hasChanged = false;

/** Shows what waits above the list, now. */
export function showWaiting(): void {
  rows.show();
  liveView.set(rows.view());
}

/** Removes rows that do not match, at once; the server's filter follows. */
export function narrow(test: (row: MessageRow) => boolean): void {
  rows.keep(test);
  liveView.set(rows.view());
}

/**
 * Follows the firehose into the list.
 *
 * @param isReading tells whether somebody reads the list, so that new rows must wait
 * @returns changes the filter, and stops
 */
export function followLive(filter: SniffFilter | undefined, isReading: () => boolean) {
  if (Date.now() - leftAtMs > keepMs) rows.clear();
  mayShow = () => !isReading();
  const listener = {
    onMessage(message: EnrichedMessage): void {
      rows.add(message);
      hasChanged = true;
    },
    onBetter(copy: EnrichedMessage): void {
      rows.improve(copy);
      hasChanged = true;
    },
    onReceptions(groupId: string, count: number): void {
      rows.counted(groupId, count);
      hasChanged = true;
    },
  };
  let current = filter;
  let subscription: ReturnType<typeof sniff> | null = sniff(listener, current);
  const timer = setInterval(publish, publishMs);
  const stopWatching = watchBackground((isAway) => {
    isInBackground.set(isAway);
    if (isAway) {
      subscription?.stop();
      subscription = null;
    } else subscription ??= sniff(listener, current);
  });
  return {
    change(next: SniffFilter | undefined): void {
      current = next;
      subscription?.change(next);
    },
    stop(): void {
      clearInterval(timer);
      stopWatching();
      subscription?.stop();
      isInBackground.set(false);
      leftAtMs = Date.now();
    },
  };
}

function publish(): void {
  if (!hasChanged) return;
  hasChanged = false;
  if (mayShow()) rows.show();
  liveView.set(rows.view());
}
