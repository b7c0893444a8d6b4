export type RealtimeErrorReason =
  /** The server said no; the message is its own. */
  | "refused"
  /** No answer in time. It may have been done all the same. */
  | "timeout"
  /** The connection is over for good. */
  | "ended"
  /** More waits for an answer than may. */
  | "busy";

/** Why something asked of the realtime interface wasn't done. */
export class RealtimeError extends Error {
  readonly reason: RealtimeErrorReason;

  constructor(reason: RealtimeErrorReason, message: string) {
    super(message);
    this.name = "RealtimeError";
    this.reason = reason;
  }
}
