/** The state of a realtime connection. */
export type ConnectionStatus =
  | { readonly state: "connecting" }
  /** Open, and the credentials that were sent are confirmed. */
  | { readonly state: "connected" }
  /** Not connected. The client reconnects by itself, for as long as it takes. */
  | {
      readonly state: "waiting";
      readonly cause: WaitCause;
      readonly reason: string;
      /** Time until the next attempt, in ms; null if the attempt depends on something else. */
      readonly retryMs: number | null;
    }
  | EndedStatus;

/** The connection has ended and will not be opened again. */
export interface EndedStatus {
  readonly state: "ended";
  readonly cause: EndCause;
  readonly reason: string;
}

/** The reason why a connection attempt, or an open connection, failed. */
export type LossCause =
  /** The network failed, or the server closed the connection (for example to restart). */
  | "lost"
  /** The connection seemed open, but an expected packet did not arrive in time. */
  | "stalled"
  /** The server refused this client. */
  | "refused";

export type WaitCause =
  | LossCause
  /** `getToken` or the position store failed. */
  | "unready"
  /** The feed's handler has too many pending messages; the rest waits at the server. */
  | "behind";

export type EndCause =
  /** `close()` was called. */
  | "closed"
  /** The server refused or revoked the credentials. */
  | "refused"
  /** The feed's handler failed and `onFailure` returned `"stop"`. */
  | "handler";
