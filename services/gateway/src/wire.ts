import type { IncomingMessage } from "node:http";
import type { Socket } from "socket.io";

/**
 * The engine.io connection under a Socket.IO socket, as far as it is used here. `writeBuffer`,
 * `wsPreEncodedFrame` and the transport's WebSocket aren't in its public types; Socket.IO's own
 * adapter relies on the second.
 */
export interface Wire {
  /** Packets that wait for the transport; replaced by a new array at each flush. */
  readonly writeBuffer: readonly unknown[];
  readonly readyState: "opening" | "open" | "closing" | "closed";
  readonly remoteAddress: string;
  readonly request: IncomingMessage;
  write(data: string, options: WireOptions, sent?: () => void): unknown;
  close(discard?: boolean): unknown;
  on(event: "packet", hear: () => void): unknown;
  once(event: "close", hear: () => void): unknown;
}

/** With the WebSocket under it, whose control frames are no packets of engine.io. */
export interface WireWithFrames extends Wire {
  readonly transport: {
    readonly socket: { on(event: "ping" | "pong", hear: () => void): unknown };
  };
}

export interface WireOptions {
  readonly compress: false;
  /** Whole WebSocket frames, written to the connection as they are. */
  readonly wsPreEncodedFrame: readonly [Buffer];
}

/** One per client connection, whatever sockets there are on it. */
export function wireOf(socket: Pick<Socket, "conn">): Wire {
  return socket.conn as unknown as Wire;
}

/** Options to write frames with; to be shared by all who get the same frames. */
export function frameOptions(frames: Buffer): WireOptions {
  return { compress: false, wsPreEncodedFrame: [frames] };
}

/** Ends a connection at once, with whatever waits for it: its client doesn't read or floods. */
export function cutOff(wire: Wire): void {
  wire.close(true);
  wire.request.socket.destroy();
}
