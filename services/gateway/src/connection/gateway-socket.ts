import type { ClientEvents, ServerEvents } from "@jetwire/protocol";
import type { DefaultEventsMap, Server, Socket } from "socket.io";
import type { Credentials } from "../handshake/credentials.ts";

/** What is known of a socket from its handshake on. */
export interface SocketFacts {
  browserId: string;
  credentials: Credentials;
  /** The last message the client has; null when what it gave is none, undefined when it gave none. */
  after: string | null | undefined;
}

export type GatewayServer = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketFacts>;
export type GatewaySocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketFacts>;
