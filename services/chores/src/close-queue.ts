import { type Logger, withDeadline } from "@jetwire/runtime";

const disconnectMsMax = 1_000;

/**
 * Closes a queue or a worker, and disconnects it if that takes longer than `ms`: without Redis it
 * would never close. A job that is interrupted is run again.
 */
export async function closeQueue(
  queue: { close(): Promise<unknown>; disconnect(): Promise<unknown> },
  ms: number,
  log: Logger,
): Promise<void> {
  try {
    await withDeadline(queue.close(), ms, "closing the queue");
  } catch (error) {
    log.warn({ err: error }, "queue did not close, disconnecting it");
    await withDeadline(queue.disconnect(), disconnectMsMax, "disconnecting").catch(() => {});
  }
}
