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

/** Returns how many messages were sent and are neither stored nor accounted for as refused. */
export function lostOf({
  sent,
  stored,
  duplicates,
  limited,
  kernelDrops,
}: Pick<Step, "sent" | "stored" | "duplicates" | "limited" | "kernelDrops">): number {
  return sent - stored - duplicates - limited - kernelDrops;
}
