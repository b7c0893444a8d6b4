/** offered = sent + refused + failed, once a sender has stopped. */
export interface SenderCounters {
  readonly offered: number;
  /** Handed over: to the kernel (UDP, TCP), or answered with a 2xx (HTTP). */
  readonly sent: number;
  /** Not taken, because the queue was full. */
  readonly refused: number;
  /** Taken and not brought over; what a broken connection held is counted here, arrived or not. */
  readonly failed: number;
}

/** Brings stations' bytes to one target. Holds a bounded queue, so a slow target costs no memory. */
export interface Sender {
  readonly counters: SenderCounters;
  /** Takes one datagram or line; false if there is no room. */
  offer(bytes: Buffer): boolean;
  /** Resolves when there is room, for those who would rather wait than be refused; or on abort. */
  room(signal: AbortSignal): Promise<void>;
  /** Sends until aborted, then what is queued as long as that takes no longer than `DRAIN_MS`. */
  run(signal: AbortSignal): Promise<void>;
}

/** How long a sender goes on with what it holds once it is told to stop. */
export const DRAIN_MS = 2_000;

/** What a sender counts up; `offered` and `refused` are the queue's. */
export interface Delivered {
  sent: number;
  failed: number;
}
