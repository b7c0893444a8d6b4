import { type FeedEntry, type FeedPlace, feedStart, followsDirectly } from "@jetwire/redis";

/**
 * What comes after a place in a feed log, or "lost" when that can't be known: entries were trimmed
 * before they were read, or Redis was emptied or failed over to an older state.
 *
 * The entry at the place, with its tag, proves that the log up to there is still what was read.
 * Where it has been trimmed away, the one that counts on from it does.
 *
 * @param read the log from the place on, the entry there included
 * @param end where the log ended after that, when nothing was read
 */
export function continueFrom(
  place: FeedPlace,
  read: readonly FeedEntry[],
  end: FeedPlace | null,
): readonly FeedEntry[] | "lost" {
  const [first] = read;
  if (first === undefined) {
    return place.position === feedStart || end?.position === place.position ? [] : "lost";
  }
  if (first.position === place.position) {
    if (place.tag !== "" && first.tag !== place.tag) return "lost";
    const after = read.slice(1);
    const following = unbroken(place.position, after);
    return following.length === 0 && after.length > 0 ? "lost" : following;
  }
  return followsDirectly(place.position, first.position) ? unbroken(place.position, read) : "lost";
}

/** Up to where the next one doesn't count on; from there the reader will find its place lost. */
function unbroken(from: string, entries: readonly FeedEntry[]): readonly FeedEntry[] {
  let before = from;
  for (const [i, { position }] of entries.entries()) {
    if (!followsDirectly(before, position)) return entries.slice(0, i);
    before = position;
  }
  return entries;
}
