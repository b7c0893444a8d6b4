import type { ClientEvents, ServerEvents } from "@jetwire/protocol";
import type { DefaultEventsMap, Server, Socket } from "socket.io";
import type { Credentials } from "../handshake/credentials.ts";

/** The content of a socket's handshake. */
interface SocketData {
  browserId: string;
  credentials: Credentials;
  /** The network by which limits count the client's address. */
  network: string;
  /** See {@link Handshake.after}. */
  after: string | null | undefined;
  /** See {@link Handshake.assembled}. */
  assembled: boolean;
  /** See {@link Handshake.heartbeat}. */
  heartbeat: boolean;
  /** See {@link Handshake.feed}. */
  feed: boolean;
}

export type GatewayServer = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;
export type GatewaySocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;
