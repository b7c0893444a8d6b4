import type { Stores } from "@jetwire/redis";
import { type Logger, pause } from "@jetwire/runtime";

/** The longest wait for readers: a group without consumers must not stop the others for ever. */
const deliveredMsMax = 60_000;
const deliveredCheckMs = 20;

/** Waits until the readers that deliver messages have everything that the stream has now, or a minute. */
export async function untilDelivered(
  streams: Stores["streams"],
  partitions: number,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const ends = await streams.ends(partitions);
  const untilMs = performance.now() + deliveredMsMax;
  for (const group of ["fanout", "sampler"] as const) {
    while (!signal.aborted && !(await streams.isAcknowledged(group, ends))) {
      if (performance.now() > untilMs) {
        log.warn({ group }, "partition count changes although a group has not read everything");
        break;
      }
      await pause(deliveredCheckMs, signal);
    }
  }
}
