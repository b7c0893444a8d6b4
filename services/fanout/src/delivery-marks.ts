import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import type { MessageStreams } from "@jetwire/redis";
import { every, type Logger } from "@jetwire/runtime";

export interface DeliveryMarksOptions {
  readonly streams: Pick<MessageStreams, "oldestUndeliveredMs">;
  readonly database: Pick<Database, "sql">;
  readonly partitions: number;
}

const markMs = 10_000;

/**
 * Notes in Postgres up to which time everything has been delivered to feed logs. A replay begins
 * there, because a client that received a later message has received all of that. Without notes,
 * replays become longer, but not less complete.
 */
export async function markDelivered({
  streams,
  database,
  partitions,
}: DeliveryMarksOptions): Promise<void> {
  // Read before the stream: what is appended meanwhile may not have been delivered.
  const nowMs = await db.accounting.readClock(database.sql);
  const oldestMs = await streams.oldestUndeliveredMs(partitions);
  await db.messageStore.addFeedMark(database.sql, new Date(Math.min(nowMs, oldestMs ?? nowMs)));
}

/** Makes marks until the signal aborts. */
export function runDeliveryMarks(
  options: DeliveryMarksOptions,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  return every(markMs, () => markDelivered(options), {
    signal,
    log,
    task: "note how far messages are delivered",
  });
}
