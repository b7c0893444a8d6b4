import { followDelaySeconds } from "@jetwire/protocol";
import { createLastKnown } from "@jetwire/runtime";

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
export function createStableHorizon(
  oldestUnstoredMs: () => Promise<number | null>,
  now: () => number,
): () => Promise<number> {
  const untilMs = createLastKnown(
    async () => {
      const nowMs = now();
      return Math.min(nowMs, (await oldestUnstoredMs()) ?? nowMs) - delayMs;
    },
    keptMs,
    now,
  );
  return async () => {
    const atMs = now();
    return await untilMs().catch(() => atMs - unknownDelayMs);
  };
}
