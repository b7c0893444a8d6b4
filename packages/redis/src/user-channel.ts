import type { RedisClient } from "./redis-client.ts";
import type { Keys } from "./keys.ts";

/** Something for a user's sessions, on its way to the gateways that have them. */
export interface UserPush {
  readonly event: string;
  /** Names it where it may arrive twice; "" when it is never sent again. */
  readonly id: string;
  /** The event's payload as JSON. */
  readonly payloadJson: Buffer;
}

const wake = "check";

/**
 * Pushes an event to all sessions of a user. Whatever must not be lost is stored before: what is
 * published while a gateway's connection is down isn't heard.
 *
 * @returns how many gateways heard it.
 * @throws when Redis doesn't answer in time or refuses.
 */
export async function pushToUser(
  redis: RedisClient,
  keys: Keys,
  userId: string,
  { event, id, payloadJson }: UserPush,
): Promise<number> {
  const start = Buffer.from(`${event} ${id} `);
  return Number(
    await redis.spublish(keys.userChannel(userId), Buffer.concat([start, payloadJson])),
  );
}

/**
 * Has gateways look at once whether there is something new for a user's sessions in Postgres: a
 * notification, a ban, a block. They look every few seconds without it.
 *
 * @throws when Redis doesn't answer in time or refuses.
 */
export async function wakeUser(redis: RedisClient, keys: Keys, userId: string): Promise<void> {
  await redis.spublish(keys.userChannel(userId), wake);
}

/** Reads what came over a user's channel; null for anything else. */
export function readUserPush(message: Buffer): UserPush | "wake" | null {
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
