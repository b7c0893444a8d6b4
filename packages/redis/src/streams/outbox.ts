/**
 * Data of handled batches that is sent in larger pieces than batches, for example to rooms. Unless it is lossy, a reader
 * sends it and acknowledges its batches in the same turn of the event loop, so that a process which
 * is stopped or killed has done both or neither.
 */
export interface Outbox {
  /** About the longest time that data waits, ms (`waitTogetherMs`). */
  readonly msMax: number;
  /**
   * Whether data may rather be lost than sent twice: it is sent after the batches were acknowledged, which only the owner of
   * the lease can do, and is lost if the process ends in between.
   */
  readonly isLossy?: boolean;
  /** Whether nothing of a partition waits. */
  isEmpty(partition: number): boolean;
  /** Whether the data of a partition has to be sent now. */
  isFull(partition: number): boolean;
  /** Sends the data of a partition. It must not wait for anything. */
  send(partition: number): void;
  /** Drops the data of a partition, because its next owner reads the same entries again. */
  drop(partition: number): void;
}
