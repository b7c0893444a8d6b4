export type RealtimeErrorReason =
  /** The server refused the request; `message` is the server's. */
  | "refused"
  /** No answer arrived in time. The server may have executed the request. */
  | "timeout"
  /** The connection has ended, or the subscription was stopped. */
  | "ended"
  /** Too many requests are pending. */
  | "busy";

/** A request or a subscription of the realtime interface failed. */
export class RealtimeError extends Error {
  readonly reason: RealtimeErrorReason;

  constructor(reason: RealtimeErrorReason, message: string) {
    super(message);
    this.name = "RealtimeError";
    this.reason = reason;
  }
}
