import type { FeedGap, FeedResumed, ListedStation, Message } from "@jetwire/protocol";
import { receiveOwnFeed } from "../../data/live/realtime.ts";
import { onUserChange } from "../../data/session/session.ts";
import { createStore } from "../../data/store.ts";
import { createFollowedRows } from "../../list/followed-rows.ts";
import { type MissedTime, withGap } from "./missed-time.ts";

/** The latest messages of the user's stations, every one of them. */
export const ownRows = createFollowedRows();

/** How many messages were caught up by the latest connection; null if nothing was missed. */
export const caughtUp = createStore<{ readonly replayed: number; readonly atMs: number } | null>(
  null,
);

/** The time of which messages are missing; null if none are, or the user has seen it. */
export const missedTime = createStore<MissedTime | null>(null);

let stationsById: ReadonlyMap<number, ListedStation> = new Map();
let isFollowing = false;

onUserChange(() => {
  ownRows.clear();
  caughtUp.set(null);
  missedTime.set(null);
});

/**
 * Follows the feed of the user's stations. It goes on while the page is open, so that nothing is missed
 * between two visits of the desk.
 *
 * @param stations those stations, which the feed names by their ids
 */
export function followOwnFeed(stations: readonly ListedStation[]): void {
  stationsById = new Map(stations.map((station) => [station.id, station]));
  if (isFollowing) return;
  isFollowing = true;
  receiveOwnFeed({
    handle(message: Message): void {
      const station = stationsById.get(message.stationId);
      ownRows.add(station ? { ...message, station } : message);
    },
    onGap(gap: FeedGap): void {
      missedTime.set(withGap(missedTime.get(), gap, Date.now()));
    },
    onResumed({ recovered, replayed }: FeedResumed): void {
      if (recovered) caughtUp.set({ replayed, atMs: Date.now() });
    },
  });
}
