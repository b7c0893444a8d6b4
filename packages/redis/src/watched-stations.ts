import { stationOfRoom } from "@jetwire/protocol";
import { shareNext } from "@jetwire/runtime";
import type { Redis } from "ioredis";
import { adapterRoomChannel, roomOfAdapterChannel } from "./adapter-subscriber.ts";
import type { Keys } from "./keys.ts";

/** Stations that somebody monitors, on any gateway. */
export interface WatchedStations {
  /**
   * Every station whose room stood in Redis when this was called. Calls made while Redis is being
   * asked share the next answer, never the one under way: that one may be older than the call.
   *
   * @throws when Redis doesn't answer.
   */
  now(): Promise<ReadonlySet<number>>;
}

export function createWatchedStations(redis: Redis, keys: Keys): WatchedStations {
  return { now: shareNext(() => ask(redis, keys)) };
}

async function ask(redis: Redis, keys: Keys): Promise<ReadonlySet<number>> {
  const pattern = adapterRoomChannel(keys, "station:*");
  const channels = (await redis.call("PUBSUB", "SHARDCHANNELS", pattern)) as string[];
  const stations = new Set<number>();
  for (const channel of channels) {
    const stationId = stationOfRoom(roomOfAdapterChannel(keys, channel) ?? "");
    if (stationId !== null) stations.add(stationId);
  }
  return stations;
}
