import type { GatewaySocket } from "../connection/gateway-socket.ts";
import type { ReachCache } from "./reachable-cache.ts";

/** What a valid token says of whoever holds it. */
export interface SessionHolder {
  readonly userId: string;
  readonly username: string;
  readonly tokenId: string;
  /** Unix ms. */
  readonly expiresAtMs: number;
}

/** A signed-in user on a connection of this gateway. */
export interface Session {
  readonly userId: string;
  readonly username: string;
  /** Of the token that holds now. */
  readonly tokenId: string;
  readonly socket: GatewaySocket;
  /** Whom the user may reach, as it was a moment ago. */
  readonly reach: ReachCache;
  /** A newer token of the same user. */
  extend(holder: SessionHolder): void;
  /**
   * Ends it, told by `chat:error` unless the client is gone; without another credential the
   * connection ends with it.
   */
  end(reason: SessionEnd): void;
}

export type SessionEnd = "disconnected" | "expired" | "revoked";
