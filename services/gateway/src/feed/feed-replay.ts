import * as db from "@jetwire/db";
import type { LateMessages } from "@jetwire/db";
import {
  type Message,
  messageIdFloor,
  messageIdTimeMs,
  resumeMessagesMax,
  type Whole,
} from "@jetwire/protocol";
import { pause, retryUntil, RetryTimeoutError } from "@jetwire/runtime";
import type { FeedHistory } from "./feed-history.ts";
import type { FeedMetrics } from "./feed-metrics.ts";
import type { Replay, ReplayResult } from "./feed-reader.ts";

type GapReason = "no-message-id" | "dropped" | "unknown" | "too-many" | "unavailable";

/** The messages that a replay sends: late ones, whose ids are lower, then everything from an id on. */
interface Missed {
  readonly late: LateMessages;
  readonly fromId: string;
}

const futureMsMax = 60_000;
/** A page of the longest possible messages is smaller than what a connection may have unsent. */
const pageRows = 100;
const storedCheckMs = 50;
const retryMsMax = 500;
const timeoutMsDefault = 20_000;
const firstId = messageIdFloor(0);
const noWholes: ReadonlyMap<string, Whole> = new Map();
const task = "replay a feed from Postgres";

/**
 * Sends what a client that received `afterId` may have missed from Postgres, in the order of ids, up
 * to the cutover, where the reader continues in the log. That is every message that was stored since
 * everything before `afterId` had been delivered (`missedSinceMs`), also if its id is lower: ids
 * repeat.
 *
 * If Postgres, or the persister, does not get there in time, the reader continues at the cutover all
 * the same and reports the gap.
 *
 * @param timeoutMs for each query, and for the persister
 * @throws when Redis does not tell where the log ends.
 */
export async function replayFromPostgres(
  { afterId, wantsWholes, send }: Replay,
  history: FeedHistory,
  metrics: Pick<FeedMetrics, "gaps">,
  timeoutMs = timeoutMsDefault,
): Promise<ReplayResult> {
  const cutover = await history.readCutover();
  try {
    const missed = await findMissed();
    // A gap is reported only once REST has everything before the cutover.
    await untilStored();
    if (afterId === null || typeof missed === "string") {
      return await gap(typeof missed === "string" ? missed : "no-message-id");
    }
    const reason = await tooMany(afterId, missed);
    if (reason !== null) return await gap(reason);
    await sendMissed(afterId, missed);
    return { cutover: cutover.cursor, gap: null };
  } catch (error) {
    if (!(error instanceof RetryTimeoutError)) throw error;
    metrics.gaps.inc({ reason: "unavailable" });
    return { cutover: cutover.cursor, gap: { oldest: null } };
  }

  function retry<T>(work: () => Promise<T>): Promise<T> {
    return retryUntil(work, { task, msMax: timeoutMs, retryMsMax });
  }

  /** Returns where the missed messages begin, or why they cannot be sent. */
  async function findMissed(): Promise<Missed | GapReason> {
    if (afterId === null) return "no-message-id";
    const afterMs = messageIdTimeMs(afterId);
    if (afterMs > Date.now() + futureMsMax) return "no-message-id";
    const startMs = await retry(() => history.retentionStartMs());
    if (startMs !== null && afterMs < startMs) return "dropped";
    const storedSinceMs = await retry(() => history.missedSinceMs(afterId));
    if (storedSinceMs === null) return "unknown";
    const fromId = messageIdFloor(storedSinceMs - db.messageStore.storedWithinMs);
    return { late: { storedSinceMs, beforeId: fromId }, fromId };
  }

  /** Counted once everything is stored. */
  async function tooMany(id: string, { late }: Missed): Promise<GapReason | null> {
    const countMax = resumeMessagesMax + 1;
    const later = await retry(() => history.count(id, countMax));
    const all = later + (await retry(() => history.countLate(late, countMax)));
    return all > resumeMessagesMax ? "too-many" : null;
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

  async function sendMissed(id: string, { late, fromId }: Missed): Promise<void> {
    const bounds = await retry(() => history.newest());
    const untilMs = Math.max(0, ...bounds.map(({ messageId }) => messageIdTimeMs(messageId)));
    await retry(() => history.recordRead(untilMs));
    const isOpen = await sendPages(id, firstId, (after) => history.listLate(late, after, pageRows));
    if (isOpen) await sendPages(id, fromId, (after) => history.list(after, bounds, pageRows));
  }

  /** Sends pages from an id on, without the message that the client has; false once it is closed. */
  async function sendPages(
    id: string,
    from: string,
    read: (after: string) => Promise<readonly Message[]>,
  ): Promise<boolean> {
    for (let after = from; ;) {
      const page = await retry(() => read(after));
      const last = page.at(-1);
      if (last === undefined) return true;
      const missed = page.filter((message) => message.id !== id);
      const ids = missed.map((message) => message.id);
      const wholes = wantsWholes ? await retry(() => history.wholes(ids)) : noWholes;
      if (missed.length > 0 && !(await send(missed, wholes))) return false;
      if (page.length < pageRows) return true;
      after = last.id;
    }
  }
}
