import type { IncomingMessage } from "node:http";
import type { Socket as TcpSocket } from "node:net";
import type { Socket } from "socket.io";
import { acceptsCompression } from "./compression.ts";

/** A connection of a client: a WebSocket, with or without a Socket.IO socket, or a stream by HTTP. */
export interface EngineConnection {
  /** Packets that wait for the TCP socket; each flush replaces the array by a new one. */
  readonly writeBuffer: readonly unknown[];
  readonly readyState: "opening" | "open" | "closing" | "closed";
  readonly remoteAddress: string;
  readonly request: Pick<IncomingMessage, "headers" | "socket">;
  write(data: string, options: FrameOptions, onWritten?: () => void): unknown;
  close(discard?: boolean): unknown;
  /** Ends a connection at once whose client does not read, or floods. */
  cut(): void;
  once(event: "close", listener: () => void): unknown;
  /** Sends a ping or closes if it is time to; called about every second. */
  heartbeat(nowMs: number): void;
}

export interface FrameOptions {
  readonly compress: false;
  /** Complete WebSocket frames, or lines of a stream, written to the connection unchanged. */
  readonly wsPreEncodedFrame: readonly [Buffer];
}

/** Returns the connection of a socket, as the gateway knew it before the library did. */
export function connectionOf(socket: Pick<Socket, "conn">): EngineConnection {
  return (socket.conn.request as unknown as { readonly viewer: EngineConnection }).viewer;
}

/** Returns the options that write these frames; all receivers of the same frames share them. */
export function frameOptions(frames: Buffer): FrameOptions {
  return { compress: false, wsPreEncodedFrame: [frames] };
}

/** A connection that is written to often, together with many others. */
export interface FrameTarget {
  readonly connection: EngineConnection;
  /** The TCP socket; reaching it through the connection costs a cache miss for each of thousands. */
  readonly tcp: TcpSocket;
  /** Whether it reads compressed messages. */
  readonly isCompressed: boolean;
}

export function frameTarget(connection: EngineConnection): FrameTarget {
  const { socket: tcp, headers } = connection.request;
  const isCompressed = acceptsCompression(headers["sec-websocket-extensions"]);
  return { connection, tcp, isCompressed };
}

/**
 * Writes frames directly to the TCP socket if it has nothing else to send. The frames are complete,
 * so the order of frames is kept; engine.io's bookkeeping for a packet would cost as much as the
 * write itself. If the socket has unsent data, engine.io queues the frames, which is how a slow
 * reader is noticed.
 */
export function writeFrames({ connection, tcp }: FrameTarget, options: FrameOptions): void {
  const isFree =
    connection.readyState === "open" &&
    connection.writeBuffer.length === 0 &&
    tcp.writable &&
    tcp.writableLength === 0;
  if (isFree) tcp.write(options.wsPreEncodedFrame[0]);
  else connection.write("", options);
}
