import { type FeedCursor, type FeedEntry, feedStart, followsDirectly } from "@jetwire/redis";

/**
 * Returns the entries that follow a cursor in a feed log, or "lost" when that cannot be known:
 * entries were trimmed before they were read, or Redis was emptied or failed over to an older state.
 *
 * The entry at the cursor, with its tag, proves that the log up to there is still what was read. If
 * it has been trimmed, the entry with the next number proves it.
 *
 * @param read the log from the cursor's position on, the entry there included
 * @param end the end of the log after that read, when nothing was read
 */
export function continueFrom(
  cursor: FeedCursor,
  read: readonly FeedEntry[],
  end: FeedCursor | null,
): readonly FeedEntry[] | "lost" {
  const [first] = read;
  if (first === undefined) {
    return cursor.position === feedStart || end?.position === cursor.position ? [] : "lost";
  }
  if (first.position === cursor.position) {
    if (cursor.tag !== "" && first.tag !== cursor.tag) return "lost";
    const after = read.slice(1);
    const following = unbroken(cursor.position, after);
    return following.length === 0 && after.length > 0 ? "lost" : following;
  }
  return followsDirectly(cursor.position, first.position)
    ? unbroken(cursor.position, read)
    : "lost";
}

/** Returns the entries up to the first gap; a reader that gets there finds its position lost. */
function unbroken(from: string, entries: readonly FeedEntry[]): readonly FeedEntry[] {
  let before = from;
  for (const [i, { position }] of entries.entries()) {
    if (!followsDirectly(before, position)) return entries.slice(0, i);
    before = position;
  }
  return entries;
}
