import {
  connectRealtime,
  type ConnectionStatus,
  type FeedOptions,
  type PositionStore,
  type Realtime,
} from "@jetwire/client/realtime";
import type { FeedGap, FeedResumed, Message } from "@jetwire/protocol";
import { realtimeAddress } from "./realtime-address.ts";
import { createStore } from "../store.ts";

/** The state of the page's one realtime connection. */
export const connection = createStore<ConnectionStatus>({ state: "connecting" });

/** Sets up what a part of the page needs of a connection, and returns what undoes it. */
type Setup = (realtime: Realtime) => () => void;

interface Credentials {
  /** Returns the token of the signed-in user. */
  readonly getToken: (() => Promise<string>) | undefined;
}

/** Handles the feed of the user's own stations. */
export interface OwnFeedHandlers {
  handle(message: Message): void;
  onGap(gap: FeedGap): void;
  onResumed(resumed: FeedResumed): void;
}

/** The user of the connection. The position in this user's feed outlasts connections. */
interface Owner extends Credentials {
  readonly position: PositionStore;
}

let owner: Owner = { getToken: undefined, position: createPosition() };
let ownFeed: OwnFeedHandlers | undefined;
const setups = new Map<Setup, () => void>();
let opened: { readonly realtime: Realtime; stop(): void } | null = null;

/**
 * Opens the connection as a user, or as a visitor. What was set up is set up again on the new one. The
 * feed of a former user is handled no further.
 */
export function openRealtime({ getToken }: Credentials): void {
  connect({ getToken, position: createPosition() });
}

/**
 * Receives the feed of the user's stations from now on: the connection is opened anew with it. Later
 * connections continue after the last message.
 */
export function receiveOwnFeed(feed: OwnFeedHandlers): void {
  ownFeed = feed;
  if (owner.getToken) connect(owner);
}

/** Tries to connect at once, instead of after the pause. */
export function reconnectNow(): void {
  connect(owner);
}

/** Delays the next attempt to connect, while the connection waits for one. */
export function postponeReconnect(ms: number): void {
  opened?.realtime.postpone(ms);
}

/** Returns the address of the realtime interface for this page. */
export function pageRealtimeAddress(): string {
  const written = document.querySelector<HTMLMetaElement>('meta[name="jetwire-realtime"]');
  return realtimeAddress(written?.content, new URL(location.href));
}

function connect(as: Owner): void {
  closeRealtime();
  owner = as;
  const { getToken } = as;
  const url = pageRealtimeAddress();
  const feed = getToken && ownFeed && feedOf(as, ownFeed);
  const realtime = connectRealtime({ url, ...(getToken && { getToken }), ...(feed && { feed }) });
  const stop = realtime.onConnection((status) => connection.set(status));
  opened = { realtime, stop };
  for (const setup of setups.keys()) setups.set(setup, setup(realtime));
}

/** Returns the handlers of a user's feed. A closed connection may still have messages of a former user. */
function feedOf(as: Owner, feed: OwnFeedHandlers): FeedOptions {
  return {
    store: as.position,
    saveEveryMs: 0,
    handle(message) {
      if (owner === as) feed.handle(message);
    },
    onGap(gap) {
      if (owner === as) feed.onGap(gap);
    },
    onResumed(resumed) {
      if (owner === as) feed.onResumed(resumed);
    },
  };
}

function createPosition(): PositionStore {
  let position: string | null = null;
  return {
    load: () => position,
    save(id) {
      position = id;
    },
  };
}

/** Sets up a part of the page on the connection, now and after each `openRealtime`. */
export function onRealtime(setup: Setup): () => void {
  setups.set(setup, opened ? setup(opened.realtime) : () => undefined);
  return () => {
    setups.get(setup)?.();
    setups.delete(setup);
  };
}

function closeRealtime(): void {
  if (!opened) return;
  for (const [setup, undo] of setups) {
    undo();
    setups.set(setup, () => undefined);
  }
  opened.stop();
  // Nothing waits for the end of a connection that is not used any more.
  void opened.realtime.close();
  opened = null;
}

/**
 * Returns the connection, for what a user does.
 *
 * @throws Error if none was opened
 */
export function currentRealtime(): Realtime {
  if (!opened) throw new Error("There is no connection");
  return opened.realtime;
}
