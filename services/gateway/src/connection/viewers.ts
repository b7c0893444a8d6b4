import type { IncomingMessage, Server as HttpServer } from "node:http";
import type { Socket as TcpSocket } from "node:net";
import type { Duplex } from "node:stream";
import { randomUUID } from "node:crypto";
import { acceptsCompression, compressionAnswer, readCompressed } from "./compression.ts";
import { textFrame } from "./frames.ts";
import {
  type LibraryConnection,
  ViewerConnection,
  type ViewerHandlers,
  type ViewerRequest,
} from "./viewer-connection.ts";
import type { WebSocket } from "./web-socket.ts";

/** The part of engine.io's server that is used here; its types do not list all of it. */
export interface Engine {
  readonly ws: {
    readonly options: { maxFragments: number };
    handleUpgrade(
      request: IncomingMessage,
      socket: TcpSocket,
      head: Buffer,
      onUpgraded: (webSocket: WebSocket) => void,
    ): void;
  };
  readonly opts: { readonly maxHttpBufferSize: number };
  generateId(request: ViewerRequest): string;
  createTransport(name: string, request: ViewerRequest): Transport;
  handshake(name: string, request: ViewerRequest, onRefused: () => void): Promise<unknown>;
  on(event: "connection", listener: (connection: EngineSocket) => void): unknown;
}

interface EngineSocket extends LibraryConnection {
  readonly request: ViewerRequest;
  on(event: "packet", listener: () => void): unknown;
}

interface Packet {
  readonly type: string;
  readonly data?: unknown;
}

interface Transport {
  send(packets: readonly Packet[]): void;
  emit(event: string): unknown;
}

/** The handlers of viewers that the gateway adds. */
export type ViewerEvents = Omit<ViewerHandlers, "move" | "pingMs" | "pongMsMax" | "connectMsMax">;

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export type Admit = (request: IncomingMessage) => Promise<boolean>;

const path = "/socket.io/";
/** The part of a query that the library needs. */
const plainQuery = Object.freeze({ EIO: "4", transport: "websocket" });
const ownParameters = new Set(["EIO", "transport", "t"]);

/**
 * Takes upgrades over from the library, whose requests are checked and answered as it would do. What is
 * no usual request of Socket.IO is left to it, which refuses it.
 */
export function acceptViewers(
  http: HttpServer,
  engine: Engine,
  admit: Admit,
  handlers: Omit<ViewerHandlers, "move">,
): void {
  const leaveToLibrary = http.listeners("upgrade").at(-1) as UpgradeListener;
  const all: ViewerHandlers = { ...handlers, move: createMoving(engine) };

  async function accept(request: IncomingMessage, socket: TcpSocket, head: Buffer): Promise<void> {
    const query = queryOf(request);
    if (query === null) {
      leaveToLibrary.call(http, request, socket, head);
      return;
    }
    const onError = (): void => void socket.destroy();
    socket.on("error", onError);
    const isAdmitted = await admit(request);
    socket.removeListener("error", onError);
    if (!isAdmitted) return;
    // The response and the first packet are one write.
    socket.cork();
    engine.ws.handleUpgrade(Object.assign(request, { _query: query }), socket, head, (webSocket) =>
      open(viewerRequest(request, query, webSocket), all),
    );
    socket.uncork();
  }

  http.removeListener("upgrade", leaveToLibrary);
  http.on("upgrade", (request, socket, head) => void accept(request, socket as TcpSocket, head));

  function open(request: ViewerRequest, shared: ViewerHandlers): void {
    const id = randomUUID();
    const viewer = new ViewerConnection(request, id, shared);
    if (acceptsCompression(request.headers["sec-websocket-extensions"])) {
      readCompressed(request.websocket);
    }
    viewer.request.socket.write(textFrame(`0${openPacket(id)}`));
  }

  function openPacket(sid: string): string {
    return JSON.stringify({
      sid,
      upgrades: [],
      pingInterval: handlers.pingMs,
      pingTimeout: handlers.pongMsMax,
      maxPayload: engine.opts.maxHttpBufferSize,
    });
  }
}

/** Returns the query of a usual request, else null. */
function queryOf({ method, url = "" }: IncomingMessage): Record<string, string> | null {
  if (method !== "GET" || !url.startsWith(path)) return null;
  const parsed = URL.parse(url, "https://socket.io");
  if (parsed === null) return null;
  const query = Object.fromEntries(parsed.searchParams);
  const isUsual =
    query["EIO"] === "4" && query["transport"] === "websocket" && !query["sid"] && !query["b64"];
  return isUsual ? query : null;
}

/** Returns what remains of a request, which has much that nobody needs any more. */
function viewerRequest(
  { headers, socket, url = path }: IncomingMessage,
  query: Record<string, string>,
  websocket: WebSocket,
): ViewerRequest {
  const isPlain = Object.keys(query).every((name) => ownParameters.has(name));
  const extensions = acceptsCompression(headers["sec-websocket-extensions"]);
  const forwarded = headers["x-forwarded-for"];
  return {
    headers: {
      ...(forwarded !== undefined && { "x-forwarded-for": forwarded }),
      ...(extensions && { "sec-websocket-extensions": compressionAnswer }),
    },
    socket,
    connection: socket,
    url: isPlain ? path : url,
    _query: isPlain ? plainQuery : query,
    websocket,
  };
}

/**
 * Lets the library take viewers over: it begins a connection of its own on the WebSocket, whose first
 * packets the client has got already.
 */
function createMoving(engine: Engine): ViewerHandlers["move"] {
  const { generateId, createTransport } = engine;
  const gates = new WeakMap<ViewerRequest, Gate>();
  engine.generateId = (request) => request.viewer?.id ?? generateId.call(engine, request);
  engine.createTransport = (name, request) => {
    const transport = createTransport.call(engine, name, request);
    const { viewer } = request;
    if (!viewer) return transport;
    viewer.stopReading();
    gates.set(request, new Gate(transport, viewer));
    return transport;
  };
  engine.on("connection", (connection) => {
    const { viewer } = connection.request;
    if (!viewer) return;
    connection.on("packet", () => viewer.charge());
    connection.once("close", () => viewer.end());
    viewer.reconnect(connection);
    gates.get(connection.request)?.open(connection);
  });
  return (viewer) => {
    void engine.handshake("websocket", viewer.request, () => viewer.close(true));
  };
}

/** Keeps from the client what it has got already, and gives the library what the client has sent meanwhile. */
class Gate {
  readonly #transport: Transport;
  readonly #viewer: ViewerConnection;
  /** The beginnings of what the client has got already. */
  readonly #known: string[];
  #connection: LibraryConnection | null = null;

  constructor(transport: Transport, viewer: ViewerConnection) {
    this.#transport = transport;
    this.#viewer = viewer;
    this.#known = viewer.wasViewer ? ["open", "message0"] : ["open"];
    const { send } = transport;
    transport.send = (packets) => this.#send(packets, (rest) => send.call(transport, rest));
  }

  open(connection: LibraryConnection): void {
    this.#connection = connection;
    this.#openIfKnown();
  }

  #send(packets: readonly Packet[], send: (packets: readonly Packet[]) => void): void {
    const rest = packets.filter((packet) => !this.#handleKnown(packet));
    if (rest.length > 0) send(rest);
    else this.#transport.emit("drain");
    this.#openIfKnown();
  }

  #handleKnown({ type, data }: Packet): boolean {
    const [next] = this.#known;
    const text = typeof data === "string" ? data : "";
    if (next === undefined || !(type === next || `${type}${text}`.startsWith(next))) return false;
    this.#known.shift();
    return true;
  }

  /** The library expects packets of the client once it has sent the known ones. */
  #openIfKnown(): void {
    if (this.#connection === null || this.#known.length > 0) return;
    const { transport } = this.#connection;
    this.#connection = null;
    Reflect.deleteProperty(this.#transport, "send");
    // The library's own handlers are called in this turn, after the packet has been sent. Nothing arrives
    // before the next one: all steps are microtasks and ticks.
    process.nextTick(() => {
      for (const message of this.#viewer.drainWaiting()) transport.onData(message);
    });
  }
}
