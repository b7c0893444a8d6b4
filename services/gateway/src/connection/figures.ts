import type { EngineConnection } from "./engine-connection.ts";

export type Figures = ReturnType<typeof createFigures>;

/**
 * Figures of a gateway for its operator; rates are those since the last read.
 *
 * @param now monotonic, ms
 */
export function createFigures(now: () => number) {
  let [connects, cuts, closedBytes] = [0, 0, 0];
  let last = { atMs: now(), connects, cuts, bytes: 0, skipped: 0 };
  return {
    /** Counts a new connection. */
    connected: (): void => void connects++,
    /** Keeps what was sent to a connection that is closed. */
    closed({ request }: EngineConnection): void {
      closedBytes += request.socket.bytesWritten;
    },
    /** Counts a connection that was cut off. */
    cut: (): void => void cuts++,
    /**
     * Returns the figures by name.
     *
     * @param open the open connections
     * @param skipped the ticks of the firehose that connections have skipped so far
     */
    read(open: Iterable<EngineConnection>, skipped: number): Readonly<Record<string, number>> {
      let sockets = 0;
      let bytes = closedBytes;
      for (const { request } of open) {
        sockets++;
        bytes += request.socket.bytesWritten;
      }
      const next = { atMs: now(), connects, cuts, bytes, skipped };
      const seconds = Math.max(0.001, (next.atMs - last.atMs) / 1_000);
      const perMinute = (count: number) => Math.round((count * 60) / seconds);
      const figures = {
        sockets,
        connectsPerMinute: perMinute(next.connects - last.connects),
        sentBytesPerSecond: Math.round(Math.max(0, next.bytes - last.bytes) / seconds),
        skippedPerMinute: perMinute(next.skipped - last.skipped),
        cutPerMinute: perMinute(next.cuts - last.cuts),
      };
      last = next;
      return figures;
    },
  };
}
