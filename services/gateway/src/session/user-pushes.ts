import { serverEvent } from "@jetwire/protocol";
import type { Channels, ChannelSubscription, UserChannel, UserPush } from "@jetwire/redis";
import { type EngineConnection, frameOptions } from "../connection/engine-connection.ts";
import { eventFrames } from "../connection/frames.ts";

/** Pushes events to all sessions of a user, on all gateways. */
export type UserPushes = ReturnType<typeof createUserPushes>;

export interface PushedEvent {
  readonly event: PushedEventName;
  readonly payload: object;
  /** Identifies an event that must not arrive twice. */
  readonly id?: string;
}

type PushedEventName =
  | typeof serverEvent.chatMessageNew
  | typeof serverEvent.chatThreadRead
  | typeof serverEvent.chatTyping
  | typeof serverEvent.notificationNew;

interface User {
  readonly since: string;
  readonly channel: ChannelSubscription;
  /** Connections whose subscription has started. */
  readonly connections: Set<EngineConnection>;
  /** All subscriptions, started or not. */
  subscriptions: number;
  /** Ids of the latest pushes. */
  readonly pushedIds: Set<string>;
}

const pushedIdsMax = 500;
const pushedEvents: ReadonlySet<string> = new Set([
  serverEvent.chatMessageNew,
  serverEvent.chatThreadRead,
  serverEvent.chatTyping,
  serverEvent.notificationNew,
] satisfies PushedEventName[]);

export function createUserPushes(
  store: UserChannel,
  channels: Channels,
  onFailure: (error: unknown) => void,
) {
  const users = new Map<string, User>();
  const wakeListeners: ((userId: string) => void)[] = [];

  function write(userId: string, { event, id, payloadJson }: UserPush): boolean {
    const user = users.get(userId);
    if (!user || user.connections.size === 0) return false;
    if (id !== "" && !isNew(user.pushedIds, id)) return false;
    const options = frameOptions(eventFrames(event, [payloadJson]));
    for (const connection of user.connections) connection.write("", options);
    return true;
  }

  function open(userId: string, since: string): User {
    const known = users.get(userId);
    if (known) return known;
    const channel = store.subscribe(userId, channels, (push) => {
      if (push === "wake") for (const listener of wakeListeners) listener(userId);
      else if (pushedEvents.has(push.event)) write(userId, push);
    });
    const user: User = {
      since,
      channel,
      connections: new Set(),
      subscriptions: 0,
      pushedIds: new Set(),
    };
    users.set(userId, user);
    return user;
  }

  return {
    /**
     * Returns a connection's part in what is pushed to its user.
     *
     * @param since messages stored before this, by the database's clock, are not pushed again
     */
    subscribe(userId: string, connection: EngineConnection, since: string) {
      const user = open(userId, since);
      user.subscriptions++;
      let isClosed = false;
      return {
        /** Resolves once pushes from other gateways arrive here. */
        ready: user.channel.ready,
        /** Starts writing pushes to the connection. */
        start: (): void => void (isClosed || user.connections.add(connection)),
        close(): void {
          if (isClosed) return;
          isClosed = true;
          user.connections.delete(connection);
          if (--user.subscriptions > 0) return;
          user.channel.close();
          users.delete(userId);
        },
      };
    },
    /**
     * Pushes an event to all sessions of a user; the sessions here get it even without Redis. Never
     * rejects.
     *
     * @returns how many gateways received it; 0 when that is unknown.
     */
    async push(userId: string, pushed: PushedEvent): Promise<number> {
      const push = encode(pushed);
      try {
        return await store.push(userId, push);
      } catch (error) {
        onFailure(error);
        write(userId, push);
        return 0;
      }
    },
    /** Pushes to the sessions here only, unless they have received it. @returns whether any got it. */
    pushHere: (userId: string, pushed: PushedEvent): boolean => write(userId, encode(pushed)),
    /** Users with sessions here, and since when their stored messages have to be pushed. */
    users: (): ReadonlyMap<string, { readonly since: string }> => users,
    /** Returns whether a session here gets pushes now: at least one subscription has started. */
    isReceiving: (userId: string): boolean => (users.get(userId)?.connections.size ?? 0) > 0,
    /** Calls back when Postgres may have something new for a user. */
    onWake: (listener: (userId: string) => void): void => void wakeListeners.push(listener),
  };
}

function encode({ event, payload, id = "" }: PushedEvent): UserPush {
  return { event, id, payloadJson: Buffer.from(JSON.stringify(payload)) };
}

/** Adds an id, and drops the oldest one when there are too many. @returns whether it was new. */
function isNew(ids: Set<string>, id: string): boolean {
  if (ids.has(id)) return false;
  ids.add(id);
  const [oldest] = ids;
  if (ids.size > pushedIdsMax && oldest !== undefined) ids.delete(oldest);
  return true;
}
