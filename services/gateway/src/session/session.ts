import type { Cache } from "@jetwire/runtime";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import type { SessionClaims } from "./session-claims.ts";

/** A signed-in user on a connection of this gateway. */
export interface Session {
  readonly userId: string;
  readonly username: string;
  /** The id of the session's current token. */
  readonly tokenId: string;
  readonly socket: GatewaySocket;
  /** Tells whether the user may write to another one, by user id; known for some seconds. */
  readonly mayReach: Cache<string, boolean>;
  /** Continues with a newer token of the same user. */
  extend(claims: SessionClaims): void;
  /**
   * Ends the session. Sends `chat:error` unless the client has disconnected, and disconnects a
   * client without another valid credential.
   */
  end(reason: SessionEnd): void;
}

type SessionEnd = "disconnected" | "expired" | "revoked";

/** The sessions that have begun, by their socket. */
export type OpenSessions = Map<GatewaySocket, Session>;
