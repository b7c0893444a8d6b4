import { followDelaySeconds } from "@jetwire/protocol";

const keptMs = 500;
const delayMs = followDelaySeconds * 1_000;
/** How far behind to stay when it was never known what isn't stored. */
const unknownDelayMs = 60_000;

/**
 * Up to when (Unix ms) messages have come to stand in Postgres for good: nothing older is still to
 * be stored between those that are there.
 *
 * An id is made at ingest and stored when the persister gets to it, while later ones of another
 * partition or ingest process may be there already. As long as an ingest process hands a message on
 * within the delay, what isn't stored yet was made in the delay before now, or in the delay before
 * the oldest entry that waits in a stream. The delay has to cover clocks that differ and a replica
 * that lags, too.
 *
 * @param oldestUnstoredMs when the oldest entry that waits was appended; null when none waits. While
 *   it can't be told, the last answer stands
 */
export function createSettled(
  oldestUnstoredMs: () => Promise<number | null>,
  now: () => number,
): () => Promise<number> {
  let known: { untilMs: number; atMs: number } | undefined;
  return async () => {
    const atMs = now();
    if (known && atMs >= known.atMs && atMs - known.atMs < keptMs) return known.untilMs;
    try {
      const oldestMs = await oldestUnstoredMs();
      known = { untilMs: Math.min(atMs, oldestMs ?? atMs) - delayMs, atMs };
      return known.untilMs;
    } catch {
      return known?.untilMs ?? atMs - unknownDelayMs;
    }
  };
}
