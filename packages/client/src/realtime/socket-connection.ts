import { type Ack, type ClientEvents, type ServerEvents, serverEvent } from "@jetwire/protocol";
import { io, type Socket } from "socket.io-client";
import type { LossCause } from "./connection-status.ts";
import type { Patience } from "./timeouts.ts";
import { type SilenceWatch, watchSilence } from "./silence-watch.ts";

/** What a client shows of itself in the handshake. */
export interface Introduction {
  readonly apiKey?: string;
  readonly token?: string;
  readonly browserId?: string;
  readonly after?: string;
}

export interface LinkEnd {
  readonly cause: LossCause;
  readonly reason: string;
}

export interface LinkSteps {
  /** The server sent an event. */
  event(name: string, payload: unknown): void;
  /** Connected, and a credential has been confirmed, or none was shown. */
  stands(): void;
  /** It is over; nothing is told after it. */
  over(end: LinkEnd): void;
}

/** One connection, from dialling to its end. It is never repaired: another one comes in its place. */
export interface Link {
  send(event: keyof ClientEvents, args: readonly unknown[], ack?: Ack): void;
  /** Gives it up, for this reason. */
  giveUp(end: LinkEnd): void;
  /** Closes it, and tells nobody. */
  close(): void;
}

/** What answers each credential. */
const confirmations = {
  apiKey: { yes: serverEvent.feedAuthenticated, no: serverEvent.feedError },
  token: { yes: serverEvent.chatAuthenticated, no: serverEvent.chatError },
} as const;
type Confirmation = (typeof confirmations)[keyof typeof confirmations];

/** Pings take their time; the server's own idea of how long they may is the library's. */
const pingSlackMs = 2_000;
/** An error this long before the end is its reason. */
const lastWordsMsMax = 5_000;

/** Dials, by WebSocket alone. */
export function openLink(
  url: string,
  introduction: Introduction,
  patience: Patience,
  steps: LinkSteps,
): Link {
  const socket: Socket<ServerEvents, ClientEvents> = io(url, {
    transports: ["websocket"],
    auth: { ...introduction },
    forceNew: true,
    // Whoever opens links does that, with another introduction and only when there is need.
    reconnection: false,
    // The deadline below covers more, and is to come first.
    timeout: 2 * patience.connectMs,
  });
  const unconfirmed = new Set<Confirmation>();
  if (introduction.apiKey !== undefined) unconfirmed.add(confirmations.apiKey);
  if (introduction.token !== undefined) unconfirmed.add(confirmations.token);
  let isConfirmed = unconfirmed.size === 0;
  let lastWords: { readonly text: string; readonly atMs: number } | null = null;
  let silence: SilenceWatch | null = null;
  let isOver = false;
  let deadline = setTimeout(
    () => giveUp({ cause: "stalled", reason: `no answer within ${patience.connectMs} ms` }),
    patience.connectMs,
  );

  const { engine } = socket.io;
  engine.on("handshake", ({ pingInterval, pingTimeout }) => {
    if (isOver) return;
    const silentMs = patience.silentMs ?? pingInterval + pingTimeout + pingSlackMs;
    silence = watchSilence(silentMs, () =>
      giveUp({ cause: "stalled", reason: `nothing heard for ${silentMs} ms` }),
    );
  });
  engine.on("packet", () => silence?.heard());
  socket.on("connect", () => {
    clearTimeout(deadline);
    if (unconfirmed.size === 0) return steps.stands();
    deadline = setTimeout(() => giveUp(unanswered()), patience.confirmMs);
  });
  socket.onAny((name: string, payload: unknown) => {
    if (isOver) return;
    const isError = name === serverEvent.feedError || name === serverEvent.chatError;
    if (isError) lastWords = { text: messageOf(payload), atMs: Date.now() };
    steps.event(name, payload);
    confirm(name);
  });
  socket.on("disconnect", (reason) => {
    if (reason === "io server disconnect") {
      giveUp({ cause: "refused", reason: lastWordsOr("the server disconnected") });
    } else {
      const cause = reason === "ping timeout" ? "stalled" : "lost";
      giveUp({ cause, reason: lastWordsOr(reason) });
    }
  });
  socket.on("connect_error", (error) => {
    // Said by the server, not by the network: the socket has no use for another try.
    if (!socket.active) giveUp({ cause: "refused", reason: error.message });
    else giveUp({ cause: "lost", reason: inFull(error) });
  });

  function confirm(name: string): void {
    for (const confirmation of unconfirmed) {
      if (name !== confirmation.yes && name !== confirmation.no) continue;
      unconfirmed.delete(confirmation);
      isConfirmed ||= name === confirmation.yes;
      if (unconfirmed.size > 0 || !isConfirmed) return;
      clearTimeout(deadline);
      steps.stands();
    }
  }

  function unanswered(): LinkEnd {
    const reason = `no credential confirmed within ${patience.confirmMs} ms`;
    return { cause: "stalled", reason: lastWordsOr(reason) };
  }

  function lastWordsOr(reason: string): string {
    const isRecent = lastWords !== null && Date.now() - lastWords.atMs <= lastWordsMsMax;
    return isRecent ? (lastWords?.text ?? reason) : reason;
  }

  function close(): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(deadline);
    silence?.stop();
    socket.offAny();
    socket.off();
    socket.disconnect();
  }

  function giveUp(end: LinkEnd): void {
    if (isOver) return;
    close();
    steps.over(end);
  }

  return {
    send(event, args, ack) {
      if (isOver || !socket.connected) return;
      if (ack) socket.emit(event, ...args, ack);
      else socket.emit(event, ...args);
    },
    giveUp,
    close,
  };
}

function messageOf(payload: unknown): string {
  const { message } = (payload ?? {}) as { message?: unknown };
  return typeof message === "string" ? message : "refused without a word";
}

/** The library's words say little; in Node those behind them are there, in browsers they are secret. */
function inFull(error: Error & { description?: unknown }): string {
  const { description } = error;
  const { message } = (description ?? {}) as { message?: unknown };
  return typeof message === "string" && message !== ""
    ? `${error.message}: ${message}`
    : error.message;
}
