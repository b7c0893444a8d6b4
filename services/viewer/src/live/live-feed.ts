import type { EnrichedMessage, SniffFilter } from "@jetwire/protocol";
import { watchBackground } from "../data/background.ts";
import { sniff } from "../data/live/sniff.ts";
import { createStore } from "../data/store.ts";
import { createFollowedRows } from "../list/followed-rows.ts";

const keepMs = 600_000;

/** The rows of the live list. */
export const liveRows = createFollowedRows();

/** Whether the subscription rests because nobody has looked at the page for a while. */
export const isInBackground = createStore(false);

let leftAtMs = 0;

/**
 * Follows the firehose into the list.
 *
 * @returns changes the filter, and stops
 */
export function followLive(filter: SniffFilter | undefined) {
  if (Date.now() - leftAtMs > keepMs) liveRows.clear();
  const listener = {
    onMessage: (message: EnrichedMessage) => liveRows.add(message),
    onBetter: (copy: EnrichedMessage) => liveRows.improve(copy),
    onReceptions: (groupId: string, count: number) => liveRows.counted(groupId, count),
  };
  let current = filter;
  let subscription: ReturnType<typeof sniff> | null = sniff(listener, current);
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
      stopWatching();
      subscription?.stop();
      isInBackground.set(false);
      leftAtMs = Date.now();
    },
  };
}
