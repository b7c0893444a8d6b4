import { messageIdTimeMs } from "@jetwire/protocol";
import { type FeedEntry, type FeedPosition, isAfter } from "@jetwire/redis";
import type { MessageAge } from "@jetwire/runtime";

/**
 * Records the age of the messages of one feed when they are first written to a connection. Repeats for
 * further connections, and what a client has missed from before the feed was opened here, are left out.
 *
 * @param now the clock, Unix ms
 */
export function createDeliveredAge(
  age: MessageAge,
  now: () => number = Date.now,
): (entries: readonly FeedEntry[]) => void {
  const openedMs = now();
  let newest: FeedPosition | null = null;
  return (entries) => {
    const last = entries.at(-1)?.position ?? null;
    if (last === null || (newest !== null && !isAfter(last, newest))) return;
    const first = newest;
    newest = last;
    const fresh = entries.filter(({ position }) => first === null || isAfter(position, first));
    const times = fresh.map(({ messageId }) => messageIdTimeMs(messageId));
    age.reached(times.filter((ms) => ms >= openedMs));
  };
}
