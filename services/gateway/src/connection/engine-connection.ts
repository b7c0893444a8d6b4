import type { IncomingMessage } from "node:http";
import type { Socket as TcpSocket } from "node:net";
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

/** A connection that is written to often, one of many. */
export interface FrameTarget {
  readonly wire: Wire;
  /** Kept, because the way to it through the wire is cold memory for each of thousands. */
  readonly tcp: TcpSocket;
}

export function frameTarget(wire: Wire): FrameTarget {
  return { wire, tcp: wire.request.socket };
}

/**
 * Writes frames straight to the TCP socket where it has nothing to send: they are whole, so their
 * place among others is kept, and engine.io's bookkeeping for a packet costs as much as the write
 * itself. Where the socket has something to send, engine.io queues them: that is by what a slow
 * reader is known.
 */
export function writeFrames({ wire, tcp }: FrameTarget, options: WireOptions): void {
  const isFree =
    wire.readyState === "open" &&
    wire.writeBuffer.length === 0 &&
    tcp.writable &&
    tcp.writableLength === 0;
  if (isFree) tcp.write(options.wsPreEncodedFrame[0]);
  else wire.write("", options);
}

/** Ends a connection at once, with whatever waits for it: its client doesn't read or floods. */
export function cutOff(wire: Wire): void {
  wire.close(true);
  wire.request.socket.destroy();
}
