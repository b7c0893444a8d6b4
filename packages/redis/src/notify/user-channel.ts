import type { Channels, ChannelSubscription } from "../channels/channels.ts";
import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

/** An event for a user's sessions, to be written by the gateways that have them. */
export interface UserPush {
  readonly event: string;
  /** Identifies an event that may arrive twice; "" for one that is never sent again. */
  readonly id: string;
  /** The event's payload as JSON. */
  readonly payloadJson: Buffer;
}

const wake = "check";

/** Pushes events to a user's sessions on all gateways. Publishing rejects when Redis does not answer. */
export type UserChannel = ReturnType<typeof createUserChannel>;

export function createUserChannel(redis: RedisClient, keys: Keys) {
  return {
    /**
     * Pushes an event to all sessions of a user. Store what must not be lost first: a gateway whose
     * connection is down does not receive it.
     *
     * @returns how many gateways received it
     */
    async push(userId: string, { event, id, payloadJson }: UserPush): Promise<number> {
      const message = Buffer.concat([Buffer.from(`${event} ${id} `), payloadJson]);
      return Number(await redis.spublish(keys.userChannel(userId), message));
    },
    /**
     * Makes gateways look at once whether Postgres has something new for a user's sessions: a
     * notification, a ban, a block. Without it they look every few seconds.
     */
    async wake(userId: string): Promise<void> {
      await redis.spublish(keys.userChannel(userId), wake);
    },
    /** Calls back with each push, and with "wake". */
    subscribe: (
      userId: string,
      channels: Channels,
      onPush: (push: UserPush | "wake") => void,
    ): ChannelSubscription =>
      channels.subscribe(keys.userChannel(userId), (message) => {
        const push = readUserPush(message);
        if (push !== null) onPush(push);
      }),
  };
}

/** Returns null for anything that is neither a push nor "wake". */
function readUserPush(message: Buffer): UserPush | "wake" | null {
  if (message.toString() === wake) return "wake";
  const eventEnd = message.indexOf(" ");
  const idEnd = message.indexOf(" ", eventEnd + 1);
  if (eventEnd < 1 || idEnd < 0) return null;
  return {
    event: message.toString("utf8", 0, eventEnd),
    id: message.toString("utf8", eventEnd + 1, idEnd),
    payloadJson: message.subarray(idEnd + 1),
  };
}
