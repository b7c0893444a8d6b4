import type { ServerEvents, SniffOptions, WatchFilter } from "@jetwire/protocol";
import { clientEvent, serverEvent, tokenExpired } from "@jetwire/protocol/plain";
import { createOwnFeed, type FeedOptions, type OwnFeed } from "../feed/own-feed.ts";
import { type Chat, createChat, createNotifications, type Notifications } from "./chat.ts";
import type { ConnectionStatus, EndedStatus } from "./connection-status.ts";
import { createListeners, type Listeners } from "./listeners.ts";
import { createPresence, type Presence } from "./presence.ts";
import { createReconnectingConnection } from "./reconnecting-connection.ts";
import { createRequests } from "./requests.ts";
import type { HandshakeAuth } from "./socket-connection.ts";
import { createSubscriptions, type Subscription } from "./subscriptions.ts";
import { defaultTimeouts, type RealtimeTimeouts } from "./timeouts.ts";
import { createWatches, type Watch, type WatchOptions } from "./watches.ts";
import { createTokenRefresh, type GetToken } from "./token-refresh.ts";

export interface RealtimeOptions {
  /** `wss://…` or `ws://…`: the `realtime` member of `GET /v1/status`. */
  readonly url: string;
  /** Authenticates an account. Its feed then arrives without a subscription. */
  readonly apiKey?: string | undefined;
  /** Authenticates a user's session, until the token expires. */
  readonly token?: string | undefined;
  /**
   * Authenticates a user's session for as long as the connection lasts. Called before each connection,
   * and a minute before the token expires.
   */
  readonly getToken?: GetToken | undefined;
  /** Identifies this client in the server's acknowledgements. Default: chosen by the server. */
  readonly browserId?: string | undefined;
  /**
   * Whether to receive the wholes of messages of several blocks: `message:assembled` events, after the
   * message of the feed or of a monitored station that completed each. Default: no.
   */
  readonly assembled?: boolean | undefined;
  /** Handles the account's feed. Without it the messages arrive as `feed:message` events only. */
  readonly feed?: FeedOptions | undefined;
  /**
   * Whether a session, without an API key, receives the feed of its user. Default: if `feed` is given.
   * An API key receives it in any case.
   */
  readonly receivesFeed?: boolean | undefined;
  readonly timeouts?: Partial<RealtimeTimeouts> | undefined;
}

type Payload<Event extends keyof ServerEvents> = Parameters<ServerEvents[Event]>[0];

/**
 * A realtime connection. It reconnects by itself, restores its subscriptions and continues the feed
 * after the last message. Payloads have the protocol's types; they are not validated again.
 */
export interface Realtime {
  /**
   * Adds a listener for a server event. Refusals arrive as `feed:error`, `chat:error` and `error`. Each
   * message of the feed is reported once, without waiting for listeners.
   *
   * @returns a function that removes the listener
   */
  on<Event extends keyof ServerEvents>(
    event: Event,
    listener: (payload: Payload<Event>) => void,
  ): () => void;
  readonly connection: ConnectionStatus;
  /** Calls the listener now and at every change. @returns a function that removes it. */
  onConnection(listener: (connection: ConnectionStatus) => void): () => void;
  /**
   * Delays the next attempt to connect, while the connection waits for one: for a client that receives by other means
   * meanwhile. A browser that is online again connects at once.
   */
  postpone(ms: number): void;
  /** Resolves when the connection has ended and will not be opened again. */
  readonly ended: Promise<EndedStatus>;
  /** Subscribes to the sampled firehose: `message` events, and what the options ask for. */
  sniff(options?: SniffOptions): Subscription;
  stopSniffing(): void;
  /** Subscribes to one station: `station:monitor:data` events. */
  monitorStation(stationId: number): Subscription;
  stopMonitoring(stationId: number): void;
  /**
   * Subscribes to every message that a narrow filter selects, of all visible stations. It continues after every
   * reconnection, for an hour at most.
   */
  watch(filter: WatchFilter, options: WatchOptions): Watch;
  readonly chat: Chat;
  readonly notifications: Notifications;
  readonly presence: Presence;
  /**
   * Ends the connection. Resolves when the feed's handler has finished its message, or after 10 s, and
   * the position is saved.
   */
  close(): Promise<void>;
}

/**
 * Connects by WebSocket, and stays connected until `close()` is called or the server refuses the
 * credentials.
 *
 * @throws TypeError if a feed is asked for without a credential
 */
export function connectRealtime(options: RealtimeOptions): Realtime {
  const { url, apiKey, getToken } = options;
  if (wantsFeed(options) && (apiKey ?? options.token ?? getToken) === undefined) {
    throw new TypeError("feed requires apiKey, token or getToken");
  }
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const connection = createReconnectingConnection(url, timeouts);
  const feed = createOwnFeed(options.feed, connection);
  const requests = createRequests(connection);
  const subscriptions = createSubscriptions(connection, timeouts.confirmMs);
  const watches = createWatches(subscriptions);
  const presence = createPresence();
  const tokenRefresh =
    getToken &&
    createTokenRefresh(getToken, (token) => requests.request(clientEvent.authRefresh, token));
  const listeners = new Map<string, Listeners<never>>();

  /** Handle an event before its listeners do. A result of `false` withholds it from them. */
  const handlers: {
    readonly [Event in keyof ServerEvents]?: (payload: Payload<Event>) => unknown;
  } = {
    [serverEvent.feedAuthenticated]: () => feed.started(),
    [serverEvent.feedMessage]: (message) => feed.receive(message),
    [serverEvent.feedResumed]: (resumed) => feed.resumed(resumed),
    [serverEvent.feedGap]: (gap) => feed.gap(gap),
    [serverEvent.sniffStarted]: () => subscriptions.started({ kind: "sniff" }),
    [serverEvent.watchStarted]: watches.started,
    [serverEvent.watchMessage]: watches.received,
    [serverEvent.watchResumed]: watches.resumed,
    [serverEvent.watchGap]: watches.gap,
    [serverEvent.watchHeartbeat]: watches.quiet,
    [serverEvent.monitorStarted]: ({ station }) =>
      subscriptions.started({ kind: "monitor", stationId: station.id }),
    [serverEvent.presenceSnapshot]: presence.snapshot,
    [serverEvent.presenceUpdate]: presence.update,
    [serverEvent.authExpiring]: () => tokenRefresh?.start(),
    [serverEvent.chatError]: ({ message }) => {
      // The key keeps the connection open; a new one signs in again. Listeners get the event first.
      if (message !== tokenExpired || apiKey === undefined || !getToken) return;
      queueMicrotask(() => connection.drop({ cause: "lost", reason: message }));
    },
  };

  connection.onStatus((status) => {
    if (status.state === "connected") {
      subscriptions.connected();
      requests.connected();
      return;
    }
    subscriptions.disconnected();
    watches.disconnected();
    requests.disconnected();
    tokenRefresh?.stop();
    if (status.state !== "ended") return;
    subscriptions.ended(status.reason);
    requests.ended(status.reason);
    // Saves the position. It never rejects; `close()` waits for it.
    void feed.stop();
  });
  connection.start({
    handshake: () => prepareHandshake(options, feed),
    onEvent(name, payload) {
      // An event's name determines the type of its payload.
      const handle = handlers[name as keyof ServerEvents] as
        | ((payload: unknown) => unknown)
        | undefined;
      if (handle?.(payload) !== false) listeners.get(name)?.notify(payload as never);
    },
    canRenewToken: getToken !== undefined,
  });

  return {
    on(name, listener) {
      const known = listeners.get(name) ?? createListeners<never>();
      listeners.set(name, known);
      return known.add(listener);
    },
    get connection() {
      return connection.status;
    },
    onConnection(listener) {
      const stop = connection.onStatus(listener);
      listener(connection.status);
      return stop;
    },
    postpone: connection.postpone,
    ended: connection.ended,
    sniff: (sniffOptions) => subscriptions.subscribe({ kind: "sniff", options: sniffOptions }),
    stopSniffing: () => subscriptions.unsubscribe({ kind: "sniff" }),
    monitorStation: (stationId) => subscriptions.subscribe({ kind: "monitor", stationId }),
    stopMonitoring: (stationId) => subscriptions.unsubscribe({ kind: "monitor", stationId }),
    watch: watches.watch,
    chat: createChat(requests, connection),
    notifications: createNotifications(requests),
    presence,
    async close() {
      connection.end("closed", "closed");
      await feed.stop();
    },
  };
}

function wantsFeed({ feed, receivesFeed = feed !== undefined }: RealtimeOptions): boolean {
  return receivesFeed;
}

async function prepareHandshake(options: RealtimeOptions, feed: OwnFeed): Promise<HandshakeAuth> {
  const { apiKey, token, getToken, browserId, assembled } = options;
  const isOfSession = apiKey === undefined && wantsFeed(options);
  const [validToken, after] = await Promise.all([
    getToken?.() ?? token,
    apiKey !== undefined || isOfSession ? feed.position() : undefined,
  ]);
  return {
    ...(apiKey !== undefined && { apiKey }),
    ...(validToken !== undefined && { token: validToken }),
    ...(browserId !== undefined && { browserId }),
    ...(assembled === true && { assembled }),
    ...(isOfSession && { feed: true as const }),
    ...(after !== undefined && { after }),
  };
}
