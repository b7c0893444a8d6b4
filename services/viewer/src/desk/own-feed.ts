import type { FeedGap, FeedResumed, Message } from "@jetwire/protocol";
import { receiveOwnFeed } from "../data/realtime.ts";
import { atMostEvery, createStore } from "../data/store.ts";
import { createLiveRows, type LiveRows } from "../live/live-rows.ts";

const publishMs = 250;

/** The latest messages of the user's stations, every one of them. */
export const ownRows = createStore<LiveRows>(createLiveRows().view());

/** The latest event of the feed: how many messages were caught up, or where some are missing. */
export const feedNews = createStore<
  | { readonly kind: "resumed"; readonly replayed: number; readonly atMs: number }
  | { readonly kind: "gap"; readonly atMs: number }
  | null
>(null);

const rows = createLiveRows();
let isReading: () => boolean = () => false;
let isFollowing = false;

const publish = atMostEvery(publishMs, () => {
  if (!isReading()) rows.show();
  ownRows.set(rows.view());
});

/** Shows what waits above the list, now. */
export function showWaitingOwn(): void {
  rows.show();
  ownRows.set(rows.view());
}

/**
 * Follows the feed of the user's stations. It goes on while the page is open, so that nothing is missed
 * between two visits of the desk.
 *
 * @param reads tells whether somebody reads the list, so that new rows must wait
 */
export function followOwnFeed(reads: () => boolean): () => void {
  isReading = reads;
  if (!isFollowing) {
    isFollowing = true;
    receiveOwnFeed({
      handle(message: Message): void {
        rows.add(message);
        publish();
      },
      onGap(_gap: FeedGap): void {
        feedNews.set({ kind: "gap", atMs: Date.now() });
      },
      onResumed({ recovered, replayed }: FeedResumed): void {
        if (recovered) feedNews.set({ kind: "resumed", replayed, atMs: Date.now() });
      },
    });
  }
  return () => {
    isReading = () => false;
  };
}
