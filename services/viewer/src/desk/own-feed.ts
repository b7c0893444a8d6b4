import type { FeedGap, FeedResumed, Message } from "@jetwire/protocol";
import { receiveOwnFeed } from "../data/realtime.ts";
import { onUserChange } from "../data/session.ts";
import { atMostEvery, createStore } from "../data/store.ts";
import { createLiveRows, type LiveRows } from "../live/live-rows.ts";
import { type MissedTime, withGap } from "./missed-time.ts";

const publishMs = 250;

/** The latest messages of the user's stations, every one of them. */
export const ownRows = createStore<LiveRows>(createLiveRows().view());

/** How many messages were caught up by the latest connection; null if nothing was missed. */
export const caughtUp = createStore<{ readonly replayed: number; readonly atMs: number } | null>(
  null,
);

/** The time of which messages are missing; null if none are, or the user has seen it. */
export const missedTime = createStore<MissedTime | null>(null);

const rows = createLiveRows();
let isReading: () => boolean = () => false;
let isFollowing = false;

const publish = atMostEvery(publishMs, () => {
  if (!isReading()) rows.show();
  ownRows.set(rows.view());
});

onUserChange(() => {
  rows.clear();
  ownRows.set(rows.view());
  caughtUp.set(null);
  missedTime.set(null);
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
      onGap(gap: FeedGap): void {
        missedTime.set(withGap(missedTime.get(), gap, Date.now()));
      },
      onResumed({ recovered, replayed }: FeedResumed): void {
        if (recovered) caughtUp.set({ replayed, atMs: Date.now() });
      },
    });
  }
  return () => {
    isReading = () => false;
  };
}
