import { createDeferred } from "../deferred.ts";
import type { Ack, ClientEvents } from "@jetwire/protocol";
import { withDeadline } from "../timing.ts";
import type { ConnectionStatus, EndCause, EndedStatus, WaitCause } from "./connection-status.ts";
import { createListeners } from "./listeners.ts";
import { reconnectDelayMs } from "./reconnect-delay.ts";
import {
  type ConnectionLoss,
  type HandshakeAuth,
  openSocketConnection,
  type SocketConnection,
} from "./socket-connection.ts";
import type { RealtimeTimeouts } from "./timeouts.ts";

/*
 * connecting   prepares the handshake, opens a socket with it and waits until the socket is ready
 * connected    the socket is ready
 * waiting      there is no socket; the next attempt follows after a delay, or on resume()
 * ended        no further attempt: closed, refused, or stopped by the feed's handler
 *
 * Each attempt has a number, so that events of an earlier socket are ignored.
 */

interface ConnectionHandlers {
  /** Returns the handshake of the next attempt. If it rejects, the attempt is repeated later. */
  handshake(): Promise<HandshakeAuth>;
  onEvent(name: string, payload: unknown): void;
  /** Whether to reconnect, with another token, after the server has ended an accepted connection. */
  readonly canRenewToken: boolean;
}

/** A connection that reconnects by itself. */
export interface ReconnectingConnection {
  readonly status: ConnectionStatus;
  /** Calls the listener at every change. @returns a function that removes it. */
  onStatus(listener: (status: ConnectionStatus) => void): () => void;
  /** Begins to connect, in the next microtask. */
  start(handlers: ConnectionHandlers): void;
  /** Sends an event if connected; otherwise does nothing. */
  send(event: keyof ClientEvents, args: readonly unknown[], ack?: Ack): void;
  /** Closes the present socket and reconnects. */
  drop(loss: ConnectionLoss): void;
  /** Disconnects until `resume()`. */
  pause(reason: string): void;
  resume(): void;
  /** Delays the next attempt, if the connection waits for one. */
  postpone(ms: number): void;
  end(cause: EndCause, reason: string): void;
  readonly ended: Promise<EndedStatus>;
}

/** A connection that lasted this long resets the reconnect delay. */
const lastingMs = 10_000;

export function createReconnectingConnection(
  url: string,
  timeouts: RealtimeTimeouts,
): ReconnectingConnection {
  const listeners = createListeners<ConnectionStatus>();
  const ended = createDeferred<EndedStatus>();
  let status: ConnectionStatus = { state: "connecting" };
  let handlers: ConnectionHandlers | null = null;
  let socket: SocketConnection | null = null;
  let attempts = 0;
  let failures = 0;
  let readySinceMs: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopOnline = onOnline(() => {
    if (status.state === "waiting" && status.retryMs !== null) void connect();
  });

  function setStatus(changed: ConnectionStatus): void {
    status = changed;
    listeners.notify(changed);
  }

  async function connect(): Promise<void> {
    const attempt = ++attempts;
    clearTimeout(timer);
    if (status.state !== "connecting") setStatus({ state: "connecting" });
    try {
      const preparing = handlers?.handshake() ?? {};
      const handshake = await withDeadline(preparing, timeouts.confirmMs, "the handshake");
      if (attempt === attempts) open(attempt, handshake);
    } catch (error) {
      if (attempt === attempts) retry("unready", error instanceof Error ? error.message : "failed");
    }
  }

  function open(attempt: number, handshake: HandshakeAuth): void {
    const isCurrent = (): boolean => attempt === attempts;
    socket = openSocketConnection(url, handshake, timeouts, {
      onEvent: (name, payload) => {
        if (isCurrent()) handlers?.onEvent(name, payload);
      },
      onReady: () => {
        if (!isCurrent()) return;
        readySinceMs = performance.now();
        setStatus({ state: "connected" });
      },
      onLost: (loss) => {
        if (isCurrent()) onLost(loss);
      },
    });
  }

  function onLost({ cause, reason }: ConnectionLoss): void {
    const wasReady = closeSocket();
    const mayRetry = cause !== "refused" || (wasReady && handlers?.canRenewToken === true);
    if (mayRetry) retry(cause, reason);
    else end("refused", reason);
  }

  /** @returns whether the socket was ready. */
  function closeSocket(): boolean {
    socket?.close();
    socket = null;
    const wasReady = readySinceMs !== null;
    if (readySinceMs !== null && performance.now() - readySinceMs >= lastingMs) failures = 0;
    readySinceMs = null;
    return wasReady;
  }

  function retry(cause: WaitCause, reason: string): void {
    const retryMs = reconnectDelayMs(failures++, Math.random());
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), retryMs);
    setStatus({ state: "waiting", cause, reason, retryMs });
  }

  function postpone(ms: number): void {
    if (status.state !== "waiting" || status.retryMs === null) return;
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), ms);
  }

  function end(cause: EndCause, reason: string): void {
    if (status.state === "ended") return;
    attempts++;
    clearTimeout(timer);
    stopOnline();
    closeSocket();
    const last: EndedStatus = { state: "ended", cause, reason };
    setStatus(last);
    ended.resolve(last);
  }

  return {
    get status() {
      return status;
    },
    onStatus: listeners.add,
    start(given) {
      handlers = given;
      queueMicrotask(() => {
        if (status.state === "connecting") void connect();
      });
    },
    send: (event, args, ack) => socket?.send(event, args, ack),
    drop: (loss) => socket?.drop(loss),
    pause(reason) {
      if (status.state === "ended") return;
      attempts++;
      clearTimeout(timer);
      closeSocket();
      setStatus({ state: "waiting", cause: "behind", reason, retryMs: null });
    },
    resume() {
      if (status.state === "waiting" && status.retryMs === null) void connect();
    },
    postpone,
    end,
    ended: ended.promise,
  };
}

/** Calls the listener when a browser reports that it is online again. Node has no such event. */
function onOnline(listener: () => void): () => void {
  const { addEventListener, removeEventListener } = globalThis as Partial<
    Record<"addEventListener" | "removeEventListener", (name: string, listener: () => void) => void>
  >;
  addEventListener?.("online", listener);
  return () => removeEventListener?.("online", listener);
}
