/** What a sender has got rid of, and what the receiver said to it where it says anything. */
export interface Sent {
  sent: number;
  answers?: { accepted: number; ignored: number; rejected: number; limited: number };
}

/** Takes lines to where they are fed. */
export interface Sender extends AsyncDisposable {
  /** The most lines of one `send`. */
  readonly batchMax: number;
  /** Returns when the lines are out, or, where the receiver answers, when it has. */
  send(lines: readonly Buffer[]): Promise<void>;
  /** Returns when everything is out. */
  finish(): Promise<Sent>;
}
