import { type ServerEvents, serverEvent } from "@jetwire/protocol";
import type { OwnFeed } from "../feed/own-feed.ts";
import type { KeptPresence } from "./presence.ts";
import type { Subscriptions } from "./subscriptions.ts";

/** What the client itself makes of the server's events, before anybody hears of them. */
export interface Keepers {
  readonly feed: OwnFeed;
  readonly subscriptions: Subscriptions;
  readonly presence: KeptPresence;
  /** The session's token ends soon. */
  expiring(): void;
  chatError(message: string): void;
}

type Payload<Event extends keyof ServerEvents> = Parameters<ServerEvents[Event]>[0];
type Handlers = { readonly [Event in keyof ServerEvents]?: (payload: Payload<Event>) => unknown };

/** @returns what takes an event, and says whether it is news: a message of the feed may be none. */
export function keepEvents(keepers: Keepers): (name: string, payload: unknown) => boolean {
  const { feed, subscriptions, presence } = keepers;
  const handlers: Handlers = {
    [serverEvent.feedAuthenticated]: () => feed.began(),
    [serverEvent.feedMessage]: (message) => feed.take(message),
    [serverEvent.feedResumed]: (resumed) => feed.resumed(resumed),
    [serverEvent.feedGap]: (gap) => feed.gap(gap),
    [serverEvent.sniffStarted]: () => subscriptions.started({ kind: "sniff" }),
    [serverEvent.monitorStarted]: ({ station }) =>
      subscriptions.started({ kind: "monitor", stationId: station.id }),
    [serverEvent.presenceSnapshot]: (snapshot) => presence.snapshot(snapshot),
    [serverEvent.presenceUpdate]: (update) => presence.update(update),
    [serverEvent.authExpiring]: () => keepers.expiring(),
    [serverEvent.chatError]: ({ message }) => keepers.chatError(message),
  };
  return (name, payload) => {
    // By its name it has the payload that its handler takes.
    const handler = handlers[name as keyof ServerEvents] as
      | ((payload: unknown) => unknown)
      | undefined;
    return handler?.(payload) !== false;
  };
}
