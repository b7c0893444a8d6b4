import type { Socket } from "socket.io-client";

/** What a realtime connection is doing. */
export type Connection =
  | { readonly state: "connecting" }
  | { readonly state: "connected" }
  /** Lost or never had; tried again by itself, as long as it takes. */
  | { readonly state: "waiting"; readonly reason: string }
  /** Ended by the server, which refused the credentials, or by `close()`; not tried again. */
  | { readonly state: "ended"; readonly reason: string };

/**
 * Follows what a socket is doing.
 *
 * @param told gets every change, the present state at once.
 */
export function followConnection(socket: Socket, told: (connection: Connection) => void): void {
  told({ state: "connecting" });
  socket.on("connect", () => told({ state: "connected" }));
  socket.on("disconnect", (reason) => {
    told({ state: socket.active ? "waiting" : "ended", reason });
  });
  socket.on("connect_error", (error) => {
    told({ state: socket.active ? "waiting" : "ended", reason: error.message });
  });
  socket.io.on("reconnect_attempt", () => told({ state: "connecting" }));
}
