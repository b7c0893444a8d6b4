import { messageIdTimeMs } from "@jetwire/protocol";
import { type FeedEntry, type FeedPosition, isAfter } from "@jetwire/redis";
import type { MessageAge, StageTrace } from "@jetwire/runtime";

/**
 * Records the age of the messages of one feed, and the spans of those that are traced, when they are first
 * written to a connection. Repeats for further connections are left out, and what a client has missed from before
 * the feed was opened here.
 *
 * @param now the clock, Unix ms
 * @returns a function that takes what was written, and when it began to be read, Unix ms
 */
export function createDeliveredAge(
  { age, trace }: { readonly age: MessageAge; readonly trace?: StageTrace | undefined },
  now: () => number = Date.now,
): (entries: readonly FeedEntry[], fromMs: number) => void {
  const openedMs = now();
  let newest: FeedPosition | null = null;
  return (entries, fromMs) => {
    const last = entries.at(-1)?.position ?? null;
    if (last === null || (newest !== null && !isAfter(last, newest))) return;
    const first = newest;
    newest = last;
    const fresh = entries.filter(({ position }) => first === null || isAfter(position, first));
    const times = fresh.map(({ messageId }) => messageIdTimeMs(messageId));
    age.reached(times.filter((ms) => ms >= openedMs));
    trace?.record(
      fresh
        .map(({ messageId }) => ({ id: messageId }))
        .filter(({ id }) => messageIdTimeMs(id) >= openedMs),
      fromMs,
    );
  };
}
