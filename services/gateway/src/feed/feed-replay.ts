import { messageIdFloor, messageIdTimeMs, resumeMessagesMax } from "@jetwire/protocol";
import { pause, retryUntil, RetryTimeoutError } from "@jetwire/runtime";
import type { FeedHistory } from "./feed-history.ts";
import type { FeedMetrics } from "./feed-metrics.ts";
import type { Replay, ReplayResult } from "./feed-reader.ts";

type GapReason = "no-message-id" | "dropped" | "too-many" | "unavailable";

const overlapMs = 60_000;
/** A page of the longest possible messages is smaller than what a connection may have unsent. */
const pageRows = 100;
const storedCheckMs = 50;
const retryMsMax = 500;
const timeoutMsDefault = 20_000;
const task = "replay a feed from Postgres";

/**
 * Sends an account's messages after `afterId` from Postgres, in the order of their ids, up to the
 * cutover, where the reader continues in the log. It begins a minute earlier, because messages that
 * arrive at the same time may have been stored and sent in another order: ids repeat.
 *
 * If Postgres, or the persister, does not get there in time, the reader continues at the cutover all
 * the same and reports the gap.
 *
 * @param timeoutMs for each query, and for the persister
 * @throws when Redis does not tell where the log ends.
 */
export async function replayFromPostgres(
  { afterId, send }: Replay,
  history: FeedHistory,
  metrics: Pick<FeedMetrics, "gaps">,
  timeoutMs = timeoutMsDefault,
): Promise<ReplayResult> {
  const cutover = await history.takeCutover();
  try {
    const reason = await gapReason();
    // A gap is reported only once REST has everything before the cutover.
    await untilStored();
    if (afterId === null || reason !== null) return await gap(reason ?? "no-message-id");
    await sendAfter(afterId);
    return { cutover: cutover.cursor, gap: null };
  } catch (error) {
    if (!(error instanceof RetryTimeoutError)) throw error;
    metrics.gaps.inc({ reason: "unavailable" });
    return { cutover: cutover.cursor, gap: { oldest: null } };
  }

  function retry<T>(work: () => Promise<T>): Promise<T> {
    return retryUntil(work, { task, msMax: timeoutMs, retryMsMax });
  }

  /** Returns why the messages after `afterId` cannot be sent; null when they can. */
  async function gapReason(): Promise<GapReason | null> {
    if (afterId === null) return "no-message-id";
    const afterMs = messageIdTimeMs(afterId);
    if (afterMs > Date.now() + overlapMs) return "no-message-id";
    const startMs = await retry(() => history.retentionStartMs());
    if (startMs !== null && afterMs < startMs) return "dropped";
    const count = await retry(() => history.count(afterId, resumeMessagesMax + 1));
    return count > resumeMessagesMax ? "too-many" : null;
  }

  async function untilStored(): Promise<void> {
    const endMs = performance.now() + timeoutMs;
    while (!(await retry(() => history.isStoredUpTo(cutover)))) {
      if (performance.now() > endMs) throw new RetryTimeoutError(task, timeoutMs, null);
      await pause(storedCheckMs);
    }
  }

  async function gap(reason: GapReason): Promise<ReplayResult> {
    metrics.gaps.inc({ reason });
    const oldest = await retry(() => history.oldest(resumeMessagesMax));
    return { cutover: cutover.cursor, gap: { oldest } };
  }

  async function sendAfter(id: string): Promise<void> {
    const bounds = await retry(() => history.newest());
    const untilMs = Math.max(0, ...bounds.map(({ messageId }) => messageIdTimeMs(messageId)));
    await retry(() => history.noteRead(untilMs));
    let from = messageIdFloor(messageIdTimeMs(id) - overlapMs);
    for (;;) {
      const after = from;
      const page = await retry(() => history.list(after, bounds, pageRows));
      const last = page.at(-1);
      if (last === undefined) return;
      const missed = page.filter((message) => message.id !== id);
      if (missed.length > 0 && !(await send(missed))) return;
      if (page.length < pageRows) return;
      from = last.id;
    }
  }
}
