/**
 * A cheap client: a TCP connection that upgrades to WebSocket, does the
 * full handshake, answers pings and reads only the beginnings of frames.
 *
 *   upgrading → (socket.io: opening → connecting →) joining → joined → closed
 */
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import {
  beginsWith,
  createFrameCounter,
  type FrameCounter,
  type FrameHead,
} from "./frame-counter.ts";
import { clientTextFrame } from "./text-frames.ts";

/** Steps from the upgrade until a connection is counted. */
export interface Joining {
  /** False for a server that speaks no Socket.IO. */
  readonly socketIo: boolean;
  /** JSON text of the handshake's `auth`; "" for none. */
  readonly auth: string;
  /** Payload of a frame that asks for what is counted; "" for none. */
  readonly ask: string;
  /** Beginning of the answer's payload; "" if there is no answer. */
  readonly joinedBy: string;
  /** Extensions that the client offers. */
  readonly extensions?: string;
}

/** Amount that a client reads. `pongs` never reads but sends pongs at an interval. */
export type ReadingPattern = "all" | "nothing" | "pongs" | "trickle";

export interface ConnectionHooks {
  /** A frame after the joining. */
  frame(head: FrameHead): void;
  bytes(count: number): void;
  /** Called once, when the connection has joined or failed. */
  joinEnded(error: Error | null): void;
  closed(): void;
}

export interface RawConnection {
  close(): void;
}

/** A slow reader reads one such piece per second. */
const trickleBytes = 1_024;
const trickleMs = 1_000;
const blindPongMs = 500;
/** One for all connections: what is read into it is done with before the next read. */
const readBuffer = Buffer.allocUnsafe(256 * 1_024);

const engineOpen = Buffer.from("0{");
const connected = Buffer.from("40");
const refused = Buffer.from("44");
const ping = Buffer.from("2");
const pongFrame = clientTextFrame("3");
const text = 1;
const closing = 8;

export interface RawConnectionOptions {
  readonly joining: Joining;
  readonly reading: ReadingPattern;
  /** Bytes of a counted frame that the hook needs. */
  readonly peekBytes: number;
}

export function openRawConnection(
  port: number,
  { joining, reading, peekBytes }: RawConnectionOptions,
  hooks: ConnectionHooks,
): RawConnection {
  const joinedBy = Buffer.from(joining.joinedBy);
  const connectFrame = clientTextFrame(`40${joining.auth}`);
  let head = "";
  let frames: FrameCounter | null = null;
  let isJoined = false;
  let timer: NodeJS.Timeout | undefined;

  const socket: Socket = connect({
    host: "127.0.0.1",
    port,
    onread: {
      buffer: reading === "trickle" ? Buffer.allocUnsafe(trickleBytes) : readBuffer,
      callback(count, bytes) {
        hooks.bytes(count);
        push(Buffer.from(bytes.buffer, bytes.byteOffset, count));
        return !isJoined || reading === "all";
      },
    },
  });
  socket.setNoDelay(true);
  socket.once("connect", () => socket.write(upgradeRequest(port, joining)));
  socket.on("error", (error) => endJoin(error));
  socket.once("close", () => {
    clearInterval(timer);
    endJoin(new Error("closed before it had joined"));
    hooks.closed();
  });

  let hasJoinEnded = false;
  function endJoin(error: Error | null): void {
    if (hasJoinEnded) return;
    hasJoinEnded = true;
    hooks.joinEnded(error);
  }

  function push(bytes: Buffer): void {
    if (frames) {
      frames.push(bytes);
      return;
    }
    head += bytes.toString("latin1");
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return;
    if (!head.startsWith("HTTP/1.1 101")) {
      endJoin(new Error(`not upgraded: ${head.slice(0, head.indexOf("\r\n"))}`));
      socket.destroy();
      return;
    }
    frames = createFrameCounter(peekBytes, onFrame);
    if (!joining.socketIo) join();
    frames.push(Buffer.from(head.slice(end + 4), "latin1"));
  }

  function onFrame(frame: FrameHead): void {
    if (frame.opcode === closing) socket.destroy();
    else if (isPing(frame)) socket.write(pongFrame);
    else if (isJoined) hooks.frame(frame);
    else onFrameBeforeJoin(frame);
  }

  function onFrameBeforeJoin(frame: FrameHead): void {
    if (beginsWith(frame, engineOpen)) socket.write(connectFrame);
    else if (beginsWith(frame, refused)) socket.destroy();
    else if (joinedBy.length > 0 && beginsWith(frame, joinedBy)) joined();
    else if (beginsWith(frame, connected)) join();
  }

  function join(): void {
    if (joining.ask !== "") socket.write(clientTextFrame(joining.ask));
    if (joining.joinedBy === "") joined();
  }

  function joined(): void {
    isJoined = true;
    if (reading === "pongs") timer = setInterval(() => socket.write(pongFrame), blindPongMs);
    if (reading === "trickle") timer = setInterval(() => socket.resume(), trickleMs);
    endJoin(null);
  }

  return { close: () => void socket.resetAndDestroy() };
}

function isPing(frame: FrameHead): boolean {
  return frame.opcode === text && frame.length === 1 && beginsWith(frame, ping);
}

function upgradeRequest(port: number, { socketIo, extensions }: Joining): string {
  return [
    `GET ${socketIo ? "/socket.io/?EIO=4&transport=websocket" : "/"} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
    "Sec-WebSocket-Version: 13",
    ...(extensions === undefined ? [] : [`Sec-WebSocket-Extensions: ${extensions}`]),
    "\r\n",
  ].join("\r\n");
}
