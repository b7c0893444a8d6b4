import type { LineBatch } from "../buffer/cursor.ts";

/** Sends batches of lines to one receiver. */
export interface OutputSender extends AsyncDisposable {
  /** The largest batch. */
  readonly batchMax: { readonly lines: number; readonly bytes: number };
  /** How long to wait for more lines before a batch that is not full is sent, ms. */
  readonly lingerMs: number;
  /** The least time from a full batch to the next, ms: for a receiver that loses what comes too fast. */
  readonly paceMs?: number;
  /**
   * Sends a batch.
   *
   * @throws an error that says why the receiver does not take it now; the batch is sent again later
   */
  send(batch: SentBatch, signal: AbortSignal): Promise<SendResult>;
}

/** A batch, in which lines that are not for this receiver are null. */
export interface SentBatch extends Omit<LineBatch, "lines"> {
  readonly lines: readonly (SentLine | null)[];
}

/** A line as it is sent. */
export interface SentLine {
  readonly receivedAtMs: number;
  readonly text: string;
}

export interface SendResult {
  /** The lines from the beginning of the batch that the receiver took, with those that were not for it. */
  readonly taken: number;
  /** Lines among them that it refused or that were lost, by reason. */
  readonly refused?: Readonly<Record<string, number>>;
  /** Lines among them that it had already. */
  readonly repeated?: number;
  /** The bytes that were sent, where the sender knows. */
  readonly bytes?: number;
}
