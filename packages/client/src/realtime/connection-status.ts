/** What a realtime connection is doing. */
export type Connection =
  | { readonly state: "connecting" }
  /** The credentials that were shown have been confirmed, too. */
  | { readonly state: "connected" }
  /** Not there, and tried again by itself, as long as it takes. */
  | {
      readonly state: "waiting";
      readonly cause: WaitCause;
      readonly reason: string;
      /** When it is tried again, from now; null when that depends on something else. */
      readonly retryMs: number | null;
    }
  /** Over for good. */
  | { readonly state: "ended"; readonly cause: EndCause; readonly reason: string };

/** How a single connection came to its end. */
export type LossCause =
  /** Broken, closed by the server (which may be going down in good order), or never had. */
  | "lost"
  /** Open as it seemed, but what had to come in time did not. */
  | "stalled"
  /** The server doesn't want this client. */
  | "refused";

export type WaitCause =
  | LossCause
  /** A credential, or the place in the feed, could not be had. */
  | "unready"
  /** The feed's handler has too much before it; the rest waits at the server. */
  | "behind";

export type EndCause =
  /** By `close()`. */
  | "closed"
  /** The server refused the credentials, or revoked them. */
  | "refused"
  /** The feed's handler could not take a message. */
  | "handler";

export type Ended = Extract<Connection, { state: "ended" }>;
