import type { Channels, ChannelSubscription } from "../channels/channels.ts";
import type { RedisClient } from "../connection/redis-client.ts";
import { loadScript } from "../connection/script.ts";
import type { Keys } from "../keys.ts";

/*
 * Who is online, over all gateways. A user is online while there is a lease for one of the user's
 * connections; each gateway renews the leases of its connections, and leases that are not renewed
 * end. One script detects, numbers and announces each change of a user in the same step.
 * Announcements can be lost; the position shows it.
 */

const renewScript = loadScript(new URL("./presence-renew.lua", import.meta.url));
const leaveScript = loadScript(new URL("./presence-leave.lua", import.meta.url));
const sweepScript = loadScript(new URL("./presence-sweep.lua", import.meta.url));
const onlineScript = loadScript(new URL("./presence-online.lua", import.meta.url));

/** The number of a change within an epoch, which lasts as long as Redis keeps the state. */
export interface PresencePosition {
  readonly epoch: string;
  readonly n: number;
}

export interface PresenceChange {
  readonly position: PresencePosition;
  readonly userId: string;
  readonly online: boolean;
}

/** A connection of a user, as leases name it. Neither id contains a space. */
export interface PresentConnection {
  readonly userId: string;
  readonly connectionId: string;
}

/** Leases of online users. Every method rejects when Redis does not answer in time or refuses. */
export type PresenceStore = ReturnType<typeof createPresenceStore>;

/** One script takes this many, so that it blocks Redis for milliseconds only. */
const connectionsPerScript = 500;
const sweptMax = 500;

export function createPresenceStore(redis: RedisClient, keys: Keys) {
  const { leases, counts, state, channel } = keys.presence;
  return {
    /**
     * Creates or renews connections' leases.
     *
     * @param lastKnown the position that an earlier call returned: a state that ends before it has
     *   lost changes, and begins a new epoch
     * @returns the position of a state that includes all of the connections
     */
    async renew(
      leaseMs: number,
      connections: readonly PresentConnection[],
      lastKnown: PresencePosition | null = null,
    ): Promise<PresencePosition> {
      let position = lastKnown === null ? "" : `${lastKnown.epoch}-${lastKnown.n}`;
      for (const args of batches(connections)) {
        const scriptKeys = [leases, counts, state, channel];
        position = String(await renewScript.run(redis, scriptKeys, [leaseMs, position, ...args]));
      }
      return positionOf(position) ?? { epoch: "0", n: 0 };
    },
    /** Ends connections' leases after a grace period. */
    async leave(graceMs: number, connections: readonly PresentConnection[]): Promise<void> {
      for (const args of batches(connections)) {
        await leaveScript.run(redis, [leases], [graceMs, ...args]);
      }
    },
    /** Removes expired leases, some hundreds at most. Returns how many. */
    async sweep(leaseMs: number): Promise<number> {
      const scriptKeys = [leases, counts, state, channel];
      return Number(await sweepScript.run(redis, scriptKeys, [leaseMs, sweptMax]));
    },
    /** Returns everybody who is online, and up to which change. */
    async online(): Promise<{ position: PresencePosition; userIds: string[] }> {
      const reply = await onlineScript.run(redis, [counts, state], []);
      const [position, userIds] = reply as [string, string[]];
      return { position: positionOf(position) ?? { epoch: "0", n: 0 }, userIds };
    },
    /** Returns the position of the last change. */
    async position(): Promise<PresencePosition> {
      const [epoch, n] = await redis.hmget(state, "epoch", "n");
      return { epoch: epoch ?? "0", n: Number(n ?? 0) };
    },
    /** Calls back with each change. */
    subscribe: (
      channels: Channels,
      onChange: (change: PresenceChange) => void,
    ): ChannelSubscription =>
      channels.subscribe(channel, (message) => {
        const change = readPresenceChange(message);
        if (change !== null) onChange(change);
      }),
  };
}

/** Returns null for anything that is not a change. */
export function readPresenceChange(message: Buffer): PresenceChange | null {
  const [at = "", userId = "", flag = ""] = message.toString().split(" ", 3);
  const position = positionOf(at);
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
