import type { IncomingMessage } from "node:http";
import type { Socket as TcpSocket } from "node:net";
import type { EventResult } from "./client-events.ts";
import { type EngineConnection, frameOptions, type FrameOptions } from "./engine-connection.ts";
import { textFrame } from "./frames.ts";
import type { WebSocket } from "./web-socket.ts";
import { type ClientMessage, readConnect, readEvent, type ViewerEvent } from "./viewer-packets.ts";

/*
 * A connection of a client. Most clients are viewers: they send no credentials and no event but those of
 * the firehose. A Socket.IO socket with its rooms, emitters and timers would be most of what they cost,
 * so it is made when a client needs it:
 *
 *   opened      upgraded, and waiting for CONNECT
 *   connected   connected without credentials; its events are handled here
 *   moving      it sent credentials, or something else: the library takes it over, as the socket that the
 *               client knows already; what arrives meanwhile waits
 *   moved       the library has it; this object remains what the gateway knows the connection by
 *   closed
 */

/** The part of a request that the library needs to take its connection over. */
export interface ViewerRequest extends Pick<IncomingMessage, "headers" | "socket" | "connection"> {
  url: string;
  readonly _query: Readonly<Record<string, string>>;
  readonly websocket: WebSocket;
  /** Unlike the request of HTTP, it lives as long as the connection. */
  viewer?: ViewerConnection;
}

/** The library's part of a connection that has moved. */
export interface LibraryConnection extends Omit<EngineConnection, "cut"> {
  readonly transport: { onData(message: ClientMessage): void };
}

/** The handlers that the connections of a gateway share. */
export interface ViewerHandlers {
  /** Whether clients without credentials are viewers; otherwise all connections move. */
  readonly isPublic: boolean;
  readonly pingMs: number;
  readonly pongMsMax: number;
  readonly connectMsMax: number;
  opened(viewer: ViewerConnection): void;
  /** Counts a packet or a control frame. */
  charge(viewer: ViewerConnection): void;
  /** Called when a client is connected as a viewer, and when it is one no longer. */
  began(viewer: ViewerConnection): void;
  ended(viewer: ViewerConnection): void;
  /** Handles an event, and tells the client if it is refused. Never rejects. */
  handle(viewer: ViewerConnection, event: ViewerEvent): Promise<EventResult>;
  refuseSecondConnect(): void;
  /** Lets the library take a connection over. */
  move(viewer: ViewerConnection): void;
  closed(viewer: ViewerConnection): void;
}

const none: readonly unknown[] = [];
const ping = frameOptions(textFrame("2"));
const closingMsMax = 3_000;

export class ViewerConnection implements EngineConnection {
  readonly request: ViewerRequest;
  readonly id: string;
  browserId = "";
  readonly #handlers: ViewerHandlers;
  #state: "opened" | "connected" | "moving" | "moved" | "closed" = "opened";
  #library: LibraryConnection | null = null;
  /** JSON of what the client sent to connect, without credentials. */
  #auth = "{}";
  /** Messages that wait until the library has taken the connection over. */
  #moving: ClientMessage[] = [];
  #wasViewer = false;
  /** The event that is being handled: they are handled one after another. */
  #handling: Promise<void> | null = null;
  #waiting = none;
  #dueMs: number;
  #awaitsPong = false;

  constructor(request: ViewerRequest, id: string, handlers: ViewerHandlers) {
    this.request = request;
    this.id = id;
    this.#handlers = handlers;
    this.#dueMs = performance.now() + handlers.connectMsMax;
    request.viewer = this;
    Object.assign(request.websocket, { viewer: this });
    request.websocket.on("message", onMessage);
    request.websocket.on("close", onClose);
    request.websocket.on("error", onClose);
    request.websocket.on("ping", onControlFrame);
    request.websocket.on("pong", onControlFrame);
    handlers.opened(this);
  }

  get #tcp(): TcpSocket {
    return this.request.socket;
  }

  get remoteAddress(): string {
    return this.#tcp.remoteAddress ?? "";
  }

  get readyState(): EngineConnection["readyState"] {
    if (this.#library) return this.#library.readyState;
    return this.#state === "closed" ? "closed" : "open";
  }

  /** Whether it is a viewer, to whom events can be sent. */
  get connected(): boolean {
    return this.#state === "connected" || (this.#wasViewer && this.readyState === "open");
  }

  /** Not empty while something was written before all else had been sent; the same array until all of it has been sent. */
  get writeBuffer(): readonly unknown[] {
    if (this.#library) return this.#library.writeBuffer;
    if (this.#waiting !== none && this.#tcp.writableLength === 0) this.#waiting = none;
    return this.#waiting;
  }

  /** Returns whether the client connected as a viewer before it moved. */
  get wasViewer(): boolean {
    return this.#wasViewer;
  }

  write(data: string, options: FrameOptions, onWritten?: () => void): void {
    if (this.#library) {
      this.#library.write(data, options, onWritten);
      return;
    }
    if (this.#state === "closed" || !this.#tcp.writable) return;
    if (this.#tcp.writableLength > 0 && this.#waiting === none) this.#waiting = [options];
    this.#tcp.write(options.wsPreEncodedFrame[0]);
  }

  once(event: "close", listener: () => void): void {
    if (this.#library) this.#library.once(event, listener);
    else this.request.websocket.on(event, listener);
  }

  emit(event: string, payload: unknown): void {
    this.#send(`2${JSON.stringify([event, payload])}`);
  }

  close(discard?: boolean): void {
    if (this.#library) this.#library.close(discard);
    else if (this.#state !== "closed") {
      this.request.websocket.close();
      this.end();
    }
  }

  cut(): void {
    this.close(true);
    this.#tcp.destroy();
  }

  /** Notes that the connection is closed, or soon will be. */
  end(): void {
    if (this.#state === "closed") return;
    const wasConnected = this.#state === "connected";
    this.#state = "closed";
    this.#moving = [];
    if (wasConnected) this.#handlers.ended(this);
    this.#handlers.closed(this);
    // A client that does not answer the closing handshake; `ws` waits 30 s.
    const tcp = this.#tcp;
    if (!tcp.destroyed) setTimeout(() => tcp.destroy(), closingMsMax).unref();
  }

  /** Sends a ping, or closes the connection if the client does not connect or does not answer. */
  heartbeat(nowMs: number): void {
    if (this.#state === "moved" || this.#state === "closed" || nowMs < this.#dueMs) return;
    if (this.#state === "opened" || this.#awaitsPong) {
      this.close();
      return;
    }
    this.#awaitsPong = true;
    this.#dueMs = nowMs + this.#handlers.pongMsMax;
    this.write("", ping);
  }

  charge(): void {
    this.#handlers.charge(this);
  }

  /** Takes a message of the client. */
  handle(message: ClientMessage): void {
    this.charge();
    if (this.#state === "closed") return;
    if (this.#state === "moving") this.#moving.push(message);
    else if (message === "3" && this.#awaitsPong) this.#handlePong();
    else if (this.#state === "opened") this.#connect(message);
    else this.#handleEvent(message);
  }

  /** The library reads the WebSocket from now on. */
  stopReading(): void {
    this.request.websocket.removeListener("message", onMessage);
  }

  /** Connects the client with the library as it connected here. */
  reconnect(library: LibraryConnection): void {
    this.#library = library;
    if (!this.#wasViewer) return;
    const auth = JSON.parse(this.#auth) as object;
    library.transport.onData(`40${JSON.stringify({ ...auth, browserId: this.browserId })}`);
  }

  /** Returns what has arrived for the library until now. The library gets everything else itself. */
  drainWaiting(): ClientMessage[] {
    const waiting = this.#moving;
    this.#moving = [];
    if (this.#state === "moving") this.#state = "moved";
    return waiting;
  }

  #handlePong(): void {
    this.#awaitsPong = false;
    this.#dueMs = performance.now() + this.#handlers.pingMs;
  }

  #connect(message: ClientMessage): void {
    const { _query: query } = this.request;
    const request = readConnect(message, query);
    if (request === null || !this.#handlers.isPublic) {
      this.#move(message);
      return;
    }
    this.#auth = request.auth;
    this.browserId = request.browserId;
    this.#state = "connected";
    this.#wasViewer = true;
    this.#dueMs = performance.now() + this.#handlers.pingMs;
    this.#handlers.began(this);
    this.#send(`0{"sid":"${this.id}"}`);
  }

  #handleEvent(message: ClientMessage): void {
    if (typeof message === "string" && message.startsWith("40")) {
      this.#handlers.refuseSecondConnect();
      this.close(true);
      return;
    }
    const event = readEvent(message);
    if (event === null) {
      this.#move(message);
      return;
    }
    const handle = () => this.#handle(event);
    const handling = (this.#handling ?? Promise.resolve()).then(handle).finally(() => {
      if (this.#handling === handling) this.#handling = null;
    });
    this.#handling = handling;
  }

  async #handle(event: ViewerEvent): Promise<void> {
    if (!this.connected) return;
    const result = await this.#handlers.handle(this, event);
    if (event.ackId === "" || !this.connected) return;
    const answer = result.ok
      ? { ok: true, ...result.details }
      : { ok: false, message: result.message };
    this.#send(`3${event.ackId}${JSON.stringify([answer])}`);
  }

  /** Gives the connection to the library once everything before has been handled. */
  #move(message: ClientMessage): void {
    if (this.#state === "connected") this.#handlers.ended(this);
    this.#state = "moving";
    this.#moving.push(message);
    const move = () => {
      if (this.#state === "moving") this.#handlers.move(this);
    };
    if (this.#handling) void this.#handling.then(move);
    else move();
  }

  #send(packet: string): void {
    this.write("", frameOptions(textFrame(`4${packet}`)));
  }
}

/** The listeners are shared by all connections; the WebSocket knows its own. */
type ViewerWebSocket = WebSocket & { readonly viewer: ViewerConnection };

function onMessage(this: WebSocket, data: Buffer, isBinary: boolean): void {
  (this as ViewerWebSocket).viewer.handle(isBinary ? data : data.toString());
}

/** Ends the viewer after an error too: the library would wait 30 s for the closing frame of a client that broke the protocol. */
function onClose(this: WebSocket): void {
  (this as ViewerWebSocket).viewer.end();
}

function onControlFrame(this: WebSocket): void {
  (this as ViewerWebSocket).viewer.charge();
}
