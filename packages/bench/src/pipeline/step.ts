import type { FeedFigures } from "./feed-client.ts";

/** Figures of one step. */
export interface Step {
  readonly rate: number;
  readonly sent: number;
  /** Duration of the sending. */
  readonly seconds: number;
  readonly stored: number;
  readonly delivered: number;
  readonly duplicates: number;
  /** Refused because a queue was full. */
  readonly limited: number;
  readonly kernelDrops: number;
  /** Time from the last datagram until everything was stored and delivered. */
  readonly drainSeconds: number;
  readonly feed: FeedFigures;
  /** CPU microseconds a message, by process. */
  readonly cpuMicros: ReadonlyMap<string, number>;
}
