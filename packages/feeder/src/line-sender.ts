import type { IngestAnswer } from "@jetwire/protocol";

/** Sends batches of lines to one target; nothing is queued. */
export interface LineSender extends AsyncDisposable {
  /** The largest batch for one `send`. A single line may be longer than `bytesMax`. */
  readonly batchMax: BatchMax;
  /** Time to wait for more lines before a batch that is not full is sent. */
  readonly lingerMs: number;
  /** Opens the connection, or reopens one that was closed. @throws FeedError */
  connect(signal?: AbortSignal): Promise<void>;
  /** Sends lines that end with or without a line feed. Aborting gives up. @throws FeedError */
  send(lines: readonly Buffer[], signal?: AbortSignal): Promise<LineSendResult>;
  /** Closes the connection after everything was sent. @throws FeedError when it broke before. */
  finish(signal?: AbortSignal): Promise<void>;
}

interface BatchMax {
  readonly lines: number;
  readonly bytes: number;
}

interface LineSendResult {
  /** Lines that the kernel took (UDP, TCP) or that ingest answered for (HTTP). */
  readonly sent: number;
  /** Ingest's answer; null over UDP and TCP, or if what answered is not Jetwire's ingest. */
  readonly answer: IngestAnswer | null;
}

/** Lines could not be sent. The message names the target and the cause. */
export class FeedError extends Error {
  override readonly name = "FeedError";
}

export interface SenderOptions {
  /** UDP: splits a longer line into datagrams of this size. By default a line is one datagram or fails. */
  readonly datagramBytesMax?: number;
  /** HTTP: the most lines of one post. */
  readonly postLinesMax?: number;
  readonly gzip?: boolean;
  /** HTTP: the station key, sent as `X-Station-Key`. */
  readonly stationKey?: string | undefined;
  /** HTTP: how often one post is attempted in all. */
  readonly attemptsMax?: number;
  readonly requestMsMax?: number;
  /** HTTP: the first delay between attempts if the answer has no `Retry-After`. */
  readonly backOffMsMin?: number;
}
