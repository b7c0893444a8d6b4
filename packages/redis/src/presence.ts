import type { RedisClient } from "./redis-client.ts";
import type { Keys } from "./keys.ts";
import { loadScript } from "./script.ts";

/**
 * Who is online, over all gateways. A user is online while there is a lease for one of the user's
 * connections; gateways renew those of theirs, and what isn't renewed ends by itself. Each change of
 * a user is found by one script, numbered, and announced in the same step. Announcements can be
 * lost; the position tells.
 */

const renew = loadScript("presence-renew");
const leave = loadScript("presence-leave");
const sweep = loadScript("presence-sweep");
const online = loadScript("presence-online");

/** Where a change stands: numbered within an epoch, which lasts as long as Redis remembers. */
export interface PresencePosition {
  readonly epoch: string;
  readonly n: number;
}

export interface PresenceChange {
  readonly position: PresencePosition;
  readonly userId: string;
  readonly online: boolean;
}

/** A connection of a user, as leases name it. Neither id has a space in it. */
export interface PresentConnection {
  readonly userId: string;
  readonly connectionId: string;
}

/** In one script, so that Redis is held up for milliseconds only. */
const connectionsPerScript = 500;
const sweptMax = 500;

/**
 * Renews connections' leases, or makes them.
 *
 * @param told the position that an earlier call returned: a state that ends before it has lost
 *   changes, and begins a new epoch
 * @returns the position of a state that has all of them in it.
 * @throws when Redis doesn't answer in time or refuses.
 */
export async function renewPresence(
  redis: RedisClient,
  keys: Keys,
  leaseMs: number,
  connections: readonly PresentConnection[],
  told: PresencePosition | null = null,
): Promise<PresencePosition> {
  const { leases, counts, state, channel } = keys.presence;
  let position = told === null ? "" : `${told.epoch}-${told.n}`;
  for (const args of batches(connections)) {
    const scriptKeys = [leases, counts, state, channel];
    position = String(await renew.run(redis, scriptKeys, [leaseMs, position, ...args]));
  }
  return positionOf(position) ?? { epoch: "0", n: 0 };
}

/** Lets connections' leases end after a grace. @throws when Redis doesn't answer in time. */
export async function leavePresence(
  redis: RedisClient,
  keys: Keys,
  graceMs: number,
  connections: readonly PresentConnection[],
): Promise<void> {
  for (const args of batches(connections)) {
    await leave.run(redis, [keys.presence.leases], [graceMs, ...args]);
  }
}

/**
 * Takes away the leases that have ended, some hundreds at most.
 *
 * @returns how many.
 * @throws when Redis doesn't answer in time.
 */
export async function sweepPresence(
  redis: RedisClient,
  keys: Keys,
  leaseMs: number,
): Promise<number> {
  const { leases, counts, state, channel } = keys.presence;
  return Number(await sweep.run(redis, [leases, counts, state, channel], [leaseMs, sweptMax]));
}

/** Everybody who is online, and up to which change. @throws when Redis doesn't answer in time. */
export async function readOnline(
  redis: RedisClient,
  keys: Keys,
): Promise<{ position: PresencePosition; userIds: string[] }> {
  const { counts, state } = keys.presence;
  const [position, userIds] = (await online.run(redis, [counts, state], [])) as [string, string[]];
  return { position: positionOf(position) ?? { epoch: "0", n: 0 }, userIds };
}

/** The position of the last change. @throws when Redis doesn't answer in time. */
export async function presencePosition(redis: RedisClient, keys: Keys): Promise<PresencePosition> {
  const [epoch, n] = await redis.hmget(keys.presence.state, "epoch", "n");
  return { epoch: epoch ?? "0", n: Number(n ?? 0) };
}

/** Reads what came over the channel of changes; null for anything else. */
export function readPresenceChange(message: Buffer): PresenceChange | null {
  const [place = "", userId = "", flag = ""] = message.toString().split(" ", 3);
  const position = positionOf(place);
  if (position === null || userId === "" || !/^[01]$/.test(flag)) return null;
  return { position, userId, online: flag === "1" };
}

function positionOf(text: string): PresencePosition | null {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(text);
  return match ? { epoch: match[1] ?? "", n: Number(match[2]) } : null;
}

function* batches(connections: readonly PresentConnection[]): Generator<string[]> {
  for (let start = 0; start < connections.length; start += connectionsPerScript) {
    yield connections
      .slice(start, start + connectionsPerScript)
      .flatMap(({ userId, connectionId }) => [userId, connectionId]);
  }
}
