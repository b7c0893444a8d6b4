import type { Ack, ClientEvents } from "@jetwire/protocol";
import type { Connection, EndCause, Ended, WaitCause } from "./connection-status.ts";
import { type Introduction, type Link, type LinkEnd, openLink } from "./socket-connection.ts";
import { createListeners } from "./listeners.ts";
import { inTime, type Patience } from "./timeouts.ts";
import { reconnectDelayMs } from "./reconnect-delay.ts";

/*
 * connecting   asks for the introduction, opens a link with it and waits until that stands
 * connected    the link stands
 * waiting      there is no link; after a delay, or when told to go on, connecting again
 * ended        for good: closed, refused, or given up by the feed
 *
 * Whatever a link says after another one was opened, or after the end, is not heard: each attempt has
 * a number.
 */

export interface KeepSteps {
  /** What to show in the handshake of the next link. Rejecting means later. */
  introduce(): Promise<Introduction>;
  event(name: string, payload: unknown): void;
  /** Whether a link that stood, and was refused then, may be tried again: with another token. */
  mayComeBack(): boolean;
}

/** A connection that comes back by itself. */
export interface KeptConnection {
  readonly connection: Connection;
  /** Hears every change. */
  on(listener: (connection: Connection) => void): () => void;
  send(event: keyof ClientEvents, args: readonly unknown[], ack?: Ack): void;
  /** Gives up the present link; another one comes. */
  giveUp(end: LinkEnd): void;
  /** Lets go of the link until `goOn()`. */
  rest(reason: string): void;
  goOn(): void;
  end(cause: EndCause, reason: string): void;
  readonly ended: Promise<Ended>;
}

/** After standing so long a link counts as having been good. */
const lastingMs = 10_000;

export function keepConnected(url: string, patience: Patience, steps: KeepSteps): KeptConnection {
  const listeners = createListeners<Connection>();
  const ended = Promise.withResolvers<Ended>();
  let connection: Connection = { state: "connecting" };
  let link: Link | null = null;
  let attempts = 0;
  let failures = 0;
  let stoodSinceMs: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopHearing = hearOnline(() => {
    if (connection.state === "waiting" && connection.retryMs !== null) void connect();
  });

  function tell(changed: Connection): void {
    connection = changed;
    listeners.tell(changed);
  }

  async function connect(): Promise<void> {
    const attempt = ++attempts;
    clearTimeout(timer);
    if (connection.state !== "connecting") tell({ state: "connecting" });
    try {
      const introduction = await inTime(steps.introduce(), patience.confirmMs, "the introduction");
      if (attempt === attempts) open(attempt, introduction);
    } catch (error) {
      if (attempt === attempts) retry("unready", error instanceof Error ? error.message : "failed");
    }
  }

  function open(attempt: number, introduction: Introduction): void {
    const isNow = (): boolean => attempt === attempts;
    link = openLink(url, introduction, patience, {
      event: (name, payload) => {
        if (isNow()) steps.event(name, payload);
      },
      stands: () => {
        if (!isNow()) return;
        stoodSinceMs = performance.now();
        tell({ state: "connected" });
      },
      over: (over) => {
        if (isNow()) lost(over);
      },
    });
  }

  function lost({ cause, reason }: LinkEnd): void {
    const hadStood = letGo();
    if (cause === "refused" && !(hadStood && steps.mayComeBack())) end("refused", reason);
    else retry(cause, reason);
  }

  /** @returns whether the link had stood. */
  function letGo(): boolean {
    link?.close();
    link = null;
    const hadStood = stoodSinceMs !== null;
    if (stoodSinceMs !== null && performance.now() - stoodSinceMs >= lastingMs) failures = 0;
    stoodSinceMs = null;
    return hadStood;
  }

  function retry(cause: WaitCause, reason: string): void {
    const retryMs = reconnectDelayMs(failures++, Math.random());
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), retryMs);
    tell({ state: "waiting", cause, reason, retryMs });
  }

  function end(cause: EndCause, reason: string): void {
    if (connection.state === "ended") return;
    attempts++;
    clearTimeout(timer);
    stopHearing();
    letGo();
    const over: Ended = { state: "ended", cause, reason };
    tell(over);
    ended.resolve(over);
  }

  // The next moment, so that whoever asked for it has it before anything happens.
  queueMicrotask(() => {
    if (connection.state === "connecting") void connect();
  });

  return {
    get connection() {
      return connection;
    },
    on: listeners.add,
    send: (event, args, ack) => link?.send(event, args, ack),
    giveUp: (over) => link?.giveUp(over),
    rest(reason) {
      if (connection.state === "ended") return;
      attempts++;
      clearTimeout(timer);
      letGo();
      tell({ state: "waiting", cause: "behind", reason, retryMs: null });
    },
    goOn() {
      if (connection.state === "waiting" && connection.retryMs === null) void connect();
    },
    end,
    ended: ended.promise,
  };
}

/** In browsers, which say so, the end of an outage is worth a try at once. */
function hearOnline(isOnline: () => void): () => void {
  const { addEventListener, removeEventListener } = globalThis as Partial<
    Record<"addEventListener" | "removeEventListener", (name: string, hear: () => void) => void>
  >;
  addEventListener?.("online", isOnline);
  return () => removeEventListener?.("online", isOnline);
}
