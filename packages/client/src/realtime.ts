import type { Ack, ClientEvents, ServerEvents } from "@jetwire/protocol";
import { io, type Socket } from "socket.io-client";
import { type Connection, followConnection } from "./connection.ts";
import { createSubscriptions } from "./subscriptions.ts";

export interface RealtimeOptions {
  /** `wss://…` or `ws://…`, as `GET /v1/status` tells it. */
  readonly url: string;
  /** For the account's own feed, which then comes without being asked for. */
  readonly apiKey?: string | undefined;
  /** For a user's session. */
  readonly token?: string | undefined;
  /** Names this client in the server's acknowledgements; the server makes one otherwise. */
  readonly browserId?: string | undefined;
}

/**
 * A realtime connection that comes back by itself, with its subscriptions. Payloads are as the
 * server sent them: typed by the protocol, not checked again.
 */
export interface Realtime {
  /** Hears an event; `feed:error`, `chat:error` and `error` say what the server refused. */
  on<Event extends keyof ServerEvents>(event: Event, handler: ServerEvents[Event]): () => void;
  /** Hears what the connection is doing, the present state at once. */
  onConnection(handler: (connection: Connection) => void): () => void;
  /** The sampled global firehose: `message` events follow. */
  sniff(): void;
  stopSniffing(): void;
  /** One station's messages: `station:monitor:data` events follow. */
  monitorStation(stationId: number): void;
  stopMonitoring(stationId: number): void;
  /** Ends the connection for good. */
  close(): void;
}

const firstRetryMs = 500;
const lastRetryMs = 10_000;
const connectMsMax = 10_000;

/** Connects, by WebSocket alone, and stays connected until closed or refused. */
export function connectRealtime({ url, ...credentials }: RealtimeOptions): Realtime {
  const socket: Socket<ServerEvents, ClientEvents> = io(url, {
    transports: ["websocket"],
    auth: Object.fromEntries(
      Object.entries(credentials).filter(([, value]) => value !== undefined),
    ),
    forceNew: true,
    reconnectionDelay: firstRetryMs,
    reconnectionDelayMax: lastRetryMs,
    timeout: connectMsMax,
  });
  const subscriptions = createSubscriptions(send);
  const connectionHandlers = new Set<(connection: Connection) => void>();
  let connection: Connection = { state: "connecting" };

  followConnection(socket, tell);

  function tell(changed: Connection): void {
    connection = changed;
    if (changed.state === "connected") subscriptions.connected();
    else subscriptions.disconnected();
    for (const handler of connectionHandlers) handler(changed);
  }

  function send(event: keyof ClientEvents, args: readonly number[], ack: Ack): void {
    socket.emit(event, ...args, ack);
  }

  return {
    on(event, handler) {
      const listener = handler as Parameters<typeof socket.on<typeof event>>[1];
      socket.on(event, listener);
      return () => socket.off(event, listener);
    },
    onConnection(handler) {
      connectionHandlers.add(handler);
      handler(connection);
      return () => connectionHandlers.delete(handler);
    },
    sniff: () => subscriptions.want("sniff"),
    stopSniffing: () => subscriptions.unwant("sniff"),
    monitorStation: (stationId) => subscriptions.want("monitor", stationId),
    stopMonitoring: (stationId) => subscriptions.unwant("monitor", stationId),
    close() {
      socket.disconnect();
      if (connection.state !== "ended") tell({ state: "ended", reason: "closed" });
    },
  };
}
