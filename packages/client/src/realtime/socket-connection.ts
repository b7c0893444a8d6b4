import type { Ack, ClientEvents, ServerEvents } from "@jetwire/protocol";
import { serverEvent } from "@jetwire/protocol/plain";
import { io, type Socket } from "socket.io-client";
import type { LossCause } from "./connection-status.ts";
import { type SilenceWatch, watchSilence } from "./silence-watch.ts";
import type { RealtimeTimeouts } from "./timeouts.ts";

/** The `auth` object of the Socket.IO handshake. */
export interface HandshakeAuth {
  readonly apiKey?: string;
  readonly token?: string;
  readonly browserId?: string;
  /** The id of the last feed message that the client has. */
  readonly after?: string;
  /** Asks for `message:assembled`. */
  readonly assembled?: true;
  /** Asks for the feed of the token's user. */
  readonly feed?: true;
}

export interface ConnectionLoss {
  readonly cause: LossCause;
  readonly reason: string;
}

export interface SocketConnectionListener {
  onEvent(name: string, payload: unknown): void;
  /** The connection is open and a credential is confirmed, if any was sent. */
  onReady(): void;
  /** The connection has ended; nothing is reported after this. */
  onLost(loss: ConnectionLoss): void;
}

/** One Socket.IO connection, from opening it to its end. It is never repaired, only replaced. */
export interface SocketConnection {
  send(event: keyof ClientEvents, args: readonly unknown[], ack?: Ack): void;
  /** Closes the connection and reports it as lost. */
  drop(loss: ConnectionLoss): void;
  /** Closes the connection without reporting it. */
  close(): void;
}

/** The events that confirm or refuse each credential. */
const confirmations = {
  apiKey: { confirmed: serverEvent.feedAuthenticated, refused: serverEvent.feedError },
  token: { confirmed: serverEvent.chatAuthenticated, refused: serverEvent.chatError },
} as const;
type Confirmation = (typeof confirmations)[keyof typeof confirmations];

/** Added to the server's ping settings, because a ping may be delayed in the network. */
const pingSlackMs = 2_000;
/** An error event that precedes the end by this much at most counts as its reason. */
const lastErrorMsMax = 5_000;

/** Opens a connection by WebSocket, the only transport that the server offers. */
export function openSocketConnection(
  url: string,
  handshake: HandshakeAuth,
  timeouts: RealtimeTimeouts,
  listener: SocketConnectionListener,
): SocketConnection {
  const socket: Socket<ServerEvents, ClientEvents> = io(url, {
    transports: ["websocket"],
    auth: { ...handshake },
    forceNew: true,
    // The caller reconnects: each attempt needs a new handshake.
    reconnection: false,
    // The deadline below also covers the server's answer, so it must come first.
    timeout: 2 * timeouts.connectMs,
  });
  const { engine } = socket.io;
  const unconfirmed = new Set<Confirmation>();
  if (handshake.apiKey !== undefined || handshake.feed) unconfirmed.add(confirmations.apiKey);
  if (handshake.token !== undefined) unconfirmed.add(confirmations.token);
  let isConfirmed = unconfirmed.size === 0;
  let lastError: { readonly text: string; readonly atMs: number } | null = null;
  let silence: SilenceWatch | null = null;
  let isClosed = false;
  let deadline = setTimeout(
    () => drop({ cause: "stalled", reason: `no answer within ${timeouts.connectMs} ms` }),
    timeouts.connectMs,
  );

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    clearTimeout(deadline);
    silence?.stop();
    socket.offAny();
    socket.off();
    socket.disconnect();
  }

  function drop(loss: ConnectionLoss): void {
    if (isClosed) return;
    close();
    listener.onLost(loss);
  }

  function lastErrorOr(reason: string): string {
    const isRecent = lastError !== null && Date.now() - lastError.atMs <= lastErrorMsMax;
    return isRecent ? (lastError?.text ?? reason) : reason;
  }

  function confirm(name: string): void {
    for (const confirmation of unconfirmed) {
      if (name !== confirmation.confirmed && name !== confirmation.refused) continue;
      unconfirmed.delete(confirmation);
      isConfirmed ||= name === confirmation.confirmed;
      if (unconfirmed.size > 0 || !isConfirmed) return;
      clearTimeout(deadline);
      listener.onReady();
    }
  }

  engine.on("handshake", ({ pingInterval, pingTimeout }) => {
    if (isClosed) return;
    const silenceMs = timeouts.silenceMs ?? pingInterval + pingTimeout + pingSlackMs;
    silence = watchSilence(silenceMs, () =>
      drop({ cause: "stalled", reason: `nothing received for ${silenceMs} ms` }),
    );
  });
  engine.on("packet", () => silence?.received());
  socket.on("connect", () => {
    clearTimeout(deadline);
    if (unconfirmed.size === 0) return listener.onReady();
    const reason = `no credential confirmed within ${timeouts.confirmMs} ms`;
    deadline = setTimeout(
      () => drop({ cause: "stalled", reason: lastErrorOr(reason) }),
      timeouts.confirmMs,
    );
  });
  socket.onAny((name: string, payload: unknown) => {
    if (isClosed) return;
    const isError = name === serverEvent.feedError || name === serverEvent.chatError;
    if (isError) lastError = { text: messageOf(payload), atMs: Date.now() };
    listener.onEvent(name, payload);
    confirm(name);
  });
  socket.on("disconnect", (reason) => {
    if (reason === "io server disconnect") {
      drop({ cause: "refused", reason: lastErrorOr("the server disconnected") });
    } else {
      const cause = reason === "ping timeout" ? "stalled" : "lost";
      drop({ cause, reason: lastErrorOr(reason) });
    }
  });
  socket.on("connect_error", (error) => {
    // An inactive socket was refused by the server; otherwise the network failed.
    if (!socket.active) drop({ cause: "refused", reason: error.message });
    else drop({ cause: "lost", reason: detailedMessage(error) });
  });

  return {
    send(event, args, ack) {
      if (isClosed || !socket.connected) return;
      if (ack) socket.emit(event, ...args, ack);
      else socket.emit(event, ...args);
    },
    drop,
    close,
  };
}

function messageOf(payload: unknown): string {
  const { message } = (payload ?? {}) as { message?: unknown };
  return typeof message === "string" ? message : "refused without a message";
}

/** Adds the cause that Socket.IO keeps in `description`. Browsers do not reveal it, Node does. */
function detailedMessage(error: Error & { description?: unknown }): string {
  const { description } = error;
  const { message } = (description ?? {}) as { message?: unknown };
  return typeof message === "string" && message !== ""
    ? `${error.message}: ${message}`
    : error.message;
}
