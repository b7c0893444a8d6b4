import {
  connectRealtime,
  type ConnectionStatus,
  type FeedOptions,
  type Realtime,
} from "@jetwire/client/realtime";
import { realtimeAddress } from "./realtime-address.ts";
import { createStore } from "./store.ts";

/** The state of the page's one realtime connection. */
export const connection = createStore<ConnectionStatus>({ state: "connecting" });

/** Sets up what a part of the page needs of a connection, and returns what undoes it. */
type Setup = (realtime: Realtime) => () => void;

interface Credentials {
  /** Returns the token of the signed-in user. */
  readonly getToken: (() => Promise<string>) | undefined;
}

/** Handles the feed of the user's own stations. */
export type OwnFeed = Pick<FeedOptions, "handle" | "onGap" | "onResumed">;

let credentials: Credentials = { getToken: undefined };
let ownFeed: OwnFeed | undefined;
const setups = new Map<Setup, () => void>();
let opened: { readonly realtime: Realtime; stop(): void } | null = null;

/**
 * Opens the connection, or opens it anew as another user. What was set up is set up again on the new
 * one.
 */
export function openRealtime(given: Credentials): void {
  closeRealtime();
  credentials = given;
  const { getToken } = given;
  const written = document.querySelector<HTMLMetaElement>('meta[name="jetwire-realtime"]');
  const url = realtimeAddress(written?.content, new URL(location.href));
  const feed = getToken && ownFeed;
  const realtime = connectRealtime({ url, ...(getToken && { getToken }), ...(feed && { feed }) });
  const stop = realtime.onConnection((status) => connection.set(status));
  opened = { realtime, stop };
  for (const setup of setups.keys()) setups.set(setup, setup(realtime));
}

/**
 * Receives the feed of the user's stations from now on: the connection is opened anew with it. Later
 * reconnections continue after the last message.
 */
export function receiveOwnFeed(feed: OwnFeed): void {
  ownFeed = feed;
  if (credentials.getToken) openRealtime(credentials);
}

/** Tries to connect at once, instead of after the pause. */
export function reconnectNow(): void {
  openRealtime(credentials);
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
