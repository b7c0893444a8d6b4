import { clientEvent, type ServerEvents, type SniffOptions } from "@jetwire/protocol";
import type { Connection, Ended } from "./connection-status.ts";
import { keepConnected, type KeptConnection } from "./reconnecting-connection.ts";
import { keepEvents } from "./server-events.ts";
import type { Introduction } from "./socket-connection.ts";
import { createListeners, type Listeners } from "./listeners.ts";
import { createOwnFeed, type FeedOptions, type OwnFeed } from "../feed/own-feed.ts";
import { type Patience, usualPatience } from "./timeouts.ts";
import { createPresence, type Presence } from "./presence.ts";
import { createRequests } from "./requests.ts";
import { type Chat, createChat, createNotifications, type Notifications } from "./session.ts";
import { createSubscriptions, type Subscription } from "./subscriptions.ts";
import { createTokenRefresh, type GetToken } from "./token-refresh.ts";

export interface RealtimeOptions {
  /** `wss://…` or `ws://…`, as `GET /v1/status` tells it. */
  readonly url: string;
  /** For the account's own feed, which then comes without being asked for. */
  readonly apiKey?: string | undefined;
  /** For a user's session, until it expires. */
  readonly token?: string | undefined;
  /** The same, for good: asked before each connection, and a minute before the token expires. */
  readonly getToken?: GetToken | undefined;
  /** Names this client in the server's acknowledgements; the server makes one otherwise. */
  readonly browserId?: string | undefined;
  /** What to do with the own feed; without it the feed is told by `feed:message` events alone. */
  readonly feed?: FeedOptions | undefined;
  readonly patience?: Partial<Patience> | undefined;
}

type Payload<Event extends keyof ServerEvents> = Parameters<ServerEvents[Event]>[0];

/**
 * A realtime connection that comes back by itself: with its subscriptions, and with the own feed where
 * it was. Payloads are as the server sent them: typed by the protocol, not checked again.
 */
export interface Realtime {
  /**
   * Hears an event; `feed:error`, `chat:error` and `error` say what the server refused. Messages of the
   * own feed are told once each, without waiting for anybody.
   */
  on<Event extends keyof ServerEvents>(
    event: Event,
    handler: (payload: Payload<Event>) => void,
  ): () => void;
  /** What the connection is doing. */
  readonly connection: Connection;
  /** Hears what the connection is doing, the present state at once. */
  onConnection(handler: (connection: Connection) => void): () => void;
  /** Resolves when the connection is over for good, with the reason. */
  readonly ended: Promise<Ended>;
  /** The sampled global firehose: `message` events follow, and what the options ask for. */
  sniff(options?: SniffOptions): Subscription;
  stopSniffing(): void;
  /** One station's messages: `station:monitor:data` events follow. */
  monitorStation(stationId: number): Subscription;
  stopMonitoring(stationId: number): void;
  readonly chat: Chat;
  readonly notifications: Notifications;
  readonly presence: Presence;
  /**
   * Ends the connection for good. Resolves when the feed's handler is done with the message in hand,
   * after 10 s at most, and the place is saved.
   */
  close(): Promise<void>;
}

/** What the server says when a session that had begun is over, while the API key still holds. */
const sessionOver = "Token expired";

/**
 * Connects, by WebSocket alone, and stays connected until closed or refused.
 *
 * @throws TypeError when asked to follow the own feed without a key.
 */
export function connectRealtime(options: RealtimeOptions): Realtime {
  const { url, apiKey, getToken } = options;
  if (options.feed && apiKey === undefined) throw new TypeError("The own feed needs an API key");
  const patience = { ...usualPatience, ...options.patience };
  const listeners = new Map<string, Listeners<never>>();
  const presence = createPresence();
  const feed = createOwnFeed(options.feed, {
    full: (waiting) => kept.rest(`${waiting} messages wait for the feed's handler`),
    emptied: () => kept.goOn(),
    stopped: ({ error }) => kept.end("handler", error instanceof Error ? error.message : "failed"),
  });
  const kept: KeptConnection = keepConnected(url, patience, {
    introduce: () => introduce(options, feed),
    event(name, payload) {
      if (isNews(name, payload)) listeners.get(name)?.tell(payload as never);
    },
    mayComeBack: () => getToken !== undefined,
  });
  const requests = createRequests(kept.send);
  const subscriptions = createSubscriptions({
    send: kept.send,
    confirmMs: patience.confirmMs,
    stalled: (name) => {
      const reason = `${name}: no answer within ${patience.confirmMs} ms`;
      kept.giveUp({ cause: "stalled", reason });
    },
  });
  const refresh =
    getToken &&
    createTokenRefresh(getToken, (fresh) => requests.ask(clientEvent.authRefresh, fresh));
  const isNews = keepEvents({
    feed,
    subscriptions,
    presence,
    expiring: () => refresh?.expiring(),
    chatError(message) {
      // The connection stays, for its key; another one has a session as well. When all have heard.
      const comesBack = message === sessionOver && apiKey !== undefined && getToken !== undefined;
      if (comesBack) queueMicrotask(() => kept.giveUp({ cause: "lost", reason: message }));
    },
  });

  kept.on((connection) => {
    if (connection.state === "connected") {
      subscriptions.connected();
      requests.connected();
      return;
    }
    subscriptions.disconnected();
    requests.disconnected();
    refresh?.stop();
    if (connection.state !== "ended") return;
    subscriptions.ended(connection.reason);
    requests.ended(connection.reason);
    // Saves the place of what has been handled; waited for by `close()`, if anybody calls it.
    void feed.stop();
  });

  return {
    on(name, handler) {
      const known = listeners.get(name) ?? createListeners<never>();
      listeners.set(name, known);
      return known.add(handler);
    },
    get connection() {
      return kept.connection;
    },
    onConnection(handler) {
      const stop = kept.on(handler);
      handler(kept.connection);
      return stop;
    },
    ended: kept.ended,
    sniff: (given) => subscriptions.want({ kind: "sniff", options: given }),
    stopSniffing: () => subscriptions.unwant({ kind: "sniff" }),
    monitorStation: (stationId) => subscriptions.want({ kind: "monitor", stationId }),
    stopMonitoring: (stationId) => subscriptions.unwant({ kind: "monitor", stationId }),
    chat: createChat(requests, (name, payload) => kept.send(name, [payload])),
    notifications: createNotifications(requests),
    presence,
    async close() {
      kept.end("closed", "closed");
      await feed.stop();
    },
  };
}

/** What to show of oneself now: the token that holds, the place that the feed is at. */
async function introduce(
  { apiKey, token, getToken, browserId }: RealtimeOptions,
  feed: OwnFeed,
): Promise<Introduction> {
  const [shown, after] = await Promise.all([
    getToken?.() ?? token,
    apiKey === undefined ? undefined : feed.place(),
  ]);
  return {
    ...(apiKey !== undefined && { apiKey }),
    ...(shown !== undefined && { token: shown }),
    ...(browserId !== undefined && { browserId }),
    ...(after !== undefined && { after }),
  };
}
