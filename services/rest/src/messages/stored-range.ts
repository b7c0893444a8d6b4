import * as db from "@jetwire/db";
import type { JournalBacklog } from "@jetwire/db";
import { followDelaySeconds, messageIdFloor, messageIdTimeMs } from "@jetwire/protocol";
import type { MessageStreams } from "@jetwire/redis";
import { CachedValue, withDeadline } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";

const retentionTtlMs = 60_000;
const stableTtlMs = 500;
const redisMsMax = 1_000;
const delayMs = followDelaySeconds * 1_000;
/** Added to the ages that ingests report: they measure them once a second. */
const backlogMarginMs = 2_000;
/** The longest time that the horizon waits for the messages of an ingest that gives no sign. */
const silentMsMax = 60_000;
/** Distance of the horizon while the oldest entry that is not stored was never read. */
const unknownDelayMs = 60_000;

/** The time, in Unix ms, for which messages are in Postgres. */
export interface StoredRange {
  /** The retention start; 0 if there are no messages. */
  readonly fromMs: number;
  /** The stable horizon: nothing older can still be stored. */
  readonly stableUntilMs: number;
}

/** Returns the end (exclusive) of the ids that a client may follow: the stable horizon, or `untilId`. */
export function stableUntilId({ stableUntilMs }: StoredRange, untilId?: string): string {
  const limitMs = untilId === undefined ? stableUntilMs : messageIdTimeMs(untilId);
  return messageIdFloor(Math.min(stableUntilMs, limitMs));
}

export type StoredRangeReader = ReturnType<typeof createStoredRange>;

/**
 * Reads the range of stored messages.
 *
 * An id is made at ingest and stored by the persister, after later ids of other partitions and
 * ingest processes perhaps. If ingest appends a message to its stream within the delay, then every
 * message that is not stored yet was made within the delay before now, or within the delay before
 * the oldest entry that the persister has not stored. The delay also covers clock differences and
 * the lag of a replica. Messages that wait in the journal of an ingest for longer are known from
 * its ledger. An ingest that ended may have left messages there too: the horizon waits a minute for it.
 *
 * @param partitions as configured
 */
export function createStoredRange(
  read: Read,
  streams: Pick<MessageStreams, "oldestUnstoredMs">,
  partitions: number,
  now: () => number = Date.now,
) {
  const retention = new CachedValue(async () => (await read(db.messages.retentionStartMs)) ?? 0, {
    ttlMs: retentionTtlMs,
    staleOnError: true,
    now,
  });
  const horizon = new CachedValue(
    async () => {
      const nowMs = now();
      const oldest = streams.oldestUnstoredMs(partitions);
      const [unstoredMs, backlogs] = await Promise.all([
        withDeadline(oldest, redisMsMax, "Redis"),
        read(db.accounting.readBacklogs),
      ]);
      return Math.min(
        Math.min(nowMs, unstoredMs ?? nowMs) - delayMs,
        ...backlogs.map((backlog) => nowMs - oldestWaitingMs(backlog) - backlogMarginMs),
      );
    },
    { ttlMs: stableTtlMs, staleOnError: true, now },
  );
  return {
    /** @throws AppError `unavailable` if the retention start was never read */
    async get(): Promise<StoredRange> {
      const nowMs = now();
      const [fromMs, stableUntilMs] = await Promise.all([
        retention.get(),
        horizon.get().catch(() => nowMs - unknownDelayMs),
      ]);
      return { fromMs, stableUntilMs };
    },
  };
}

/** The age in ms that no message waiting in the journal of this ingest exceeds; 0 if it has been silent for long. */
function oldestWaitingMs({ silentMs, waitingMs }: JournalBacklog): number {
  return silentMs > silentMsMax ? 0 : silentMs + waitingMs;
}
