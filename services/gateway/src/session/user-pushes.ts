import { serverEvent } from "@jetwire/protocol";
import {
  type Channels,
  type Keys,
  pushToUser,
  readUserPush,
  type RedisConnection,
  type Subscription,
  type UserPush,
} from "@jetwire/redis";
import { eventFrames } from "../connection/frames.ts";
import { frameOptions, type Wire } from "../connection/engine-connection.ts";

/** A place at a user's channel. */
export interface UserPlace {
  /** Resolves once what is pushed to the user is heard here. */
  readonly standing: Promise<void>;
  /** From now on the connection gets what is pushed. */
  begin(): void;
  leave(): void;
}

/** What is pushed to users, on whatever gateway their sessions are. */
export interface UserPushes {
  /** @param since what is older, by the database's clock, isn't pushed again */
  join(userId: string, wire: Wire, since: Date): UserPlace;
  /**
   * Pushes an event to all sessions of a user; those here get it even with Redis away. Never rejects.
   *
   * @param id names what must not arrive twice
   * @returns how many gateways heard it, 0 when nobody knows.
   */
  push(userId: string, event: PushedEvent, payload: object, id?: string): Promise<number>;
  /** The same to sessions here alone, unless they had it. @returns whether anybody got it. */
  pushHere(userId: string, event: PushedEvent, payload: object, id: string): boolean;
  /** Users with sessions here, and from when on what is stored for them is theirs to get. */
  users(): ReadonlyMap<string, { readonly since: Date }>;
  /** Returns whether a connection here gets what is pushed to the user. */
  hasBegun(userId: string): boolean;
}

export type PushedEvent =
  | typeof serverEvent.chatMessageNew
  | typeof serverEvent.chatThreadRead
  | typeof serverEvent.chatTyping
  | typeof serverEvent.notificationNew;

interface User {
  readonly since: Date;
  readonly subscription: Subscription;
  readonly wires: Set<Wire>;
  /** Connections here that have joined, also those that haven't begun. */
  places: number;
  /** Ids of what was pushed lately. */
  readonly pushed: Set<string>;
}

const pushedMax = 500;
const pushedEvents: ReadonlySet<string> = new Set([
  serverEvent.chatMessageNew,
  serverEvent.chatThreadRead,
  serverEvent.chatTyping,
  serverEvent.notificationNew,
] satisfies PushedEvent[]);

/** @param woken a user's channel says that there may be something new in the database */
export function createUserPushes(
  redis: RedisConnection,
  keys: Keys,
  channels: Channels,
  woken: (userId: string) => void,
  failed: (error: unknown) => void,
): UserPushes {
  const users = new Map<string, User>();

  function hear(userId: string, message: Buffer): void {
    const push = readUserPush(message);
    if (push === "wake") woken(userId);
    else if (push !== null && pushedEvents.has(push.event)) write(userId, push);
  }

  function write(userId: string, { event, id, payloadJson }: UserPush): boolean {
    const user = users.get(userId);
    if (!user || user.wires.size === 0 || (id !== "" && !isNew(user.pushed, id))) return false;
    const options = frameOptions(eventFrames(event, [payloadJson]));
    for (const wire of user.wires) wire.write("", options);
    return true;
  }

  function open(userId: string, since: Date): User {
    const known = users.get(userId);
    if (known) return known;
    const subscription = channels.subscribe(keys.userChannel(userId), (message) => {
      hear(userId, message);
    });
    const user = {
      since,
      subscription,
      wires: new Set<Wire>(),
      places: 0,
      pushed: new Set<string>(),
    };
    users.set(userId, user);
    return user;
  }

  return {
    join(userId, wire, since) {
      const user = open(userId, since);
      user.places++;
      let isLeft = false;
      return {
        standing: user.subscription.standing,
        begin: () => void (isLeft || user.wires.add(wire)),
        leave() {
          if (isLeft) return;
          isLeft = true;
          user.wires.delete(wire);
          if (--user.places > 0) return;
          user.subscription.close();
          users.delete(userId);
        },
      };
    },
    async push(userId, event, payload, id = "") {
      const push = { event, id, payloadJson: Buffer.from(JSON.stringify(payload)) };
      try {
        return await pushToUser(redis, keys, userId, push);
      } catch (error) {
        failed(error);
        write(userId, push);
        return 0;
      }
    },
    pushHere(userId, event, payload, id) {
      return write(userId, { event, id, payloadJson: Buffer.from(JSON.stringify(payload)) });
    },
    users: () => users,
    hasBegun: (userId) => (users.get(userId)?.wires.size ?? 0) > 0,
  };
}

/** Notes an id; the oldest is forgotten when there are too many. */
function isNew(ids: Set<string>, id: string): boolean {
  if (ids.has(id)) return false;
  ids.add(id);
  const [oldest] = ids;
  if (ids.size > pushedMax && oldest !== undefined) ids.delete(oldest);
  return true;
}
