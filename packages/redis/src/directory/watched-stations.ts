import { stationOfRoom } from "@jetwire/protocol";
import { shareNext } from "@jetwire/runtime";
import { adapterRoomChannel, roomOfAdapterChannel } from "../channels/adapter-subscriber.ts";
import { type RedisClient, serversOf } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

/** Stations that at least one client monitors, on any gateway. */
export interface WatchedStations {
  /**
   * Returns every station whose room was subscribed in Redis when this was called. Calls made while
   * a request is in flight share the next one, because that one may be older than the call.
   *
   * @throws when Redis does not answer.
   */
  now(): Promise<ReadonlySet<number>>;
}

export function createWatchedStations(redis: RedisClient, keys: Keys): WatchedStations {
  return {
    now: shareNext(async () => {
      const stations = new Set<number>();
      for (const channel of await channelsLike(redis, adapterRoomChannel(keys, "station:*"))) {
        const stationId = stationOfRoom(roomOfAdapterChannel(keys, channel) ?? "");
        if (stationId !== null) stations.add(stationId);
      }
      return stations;
    }),
  };
}

/**
 * Each server knows the channels of its own hash slots. Channels of an unavailable server cannot be
 * published to either, so its failure matters only when no server answers.
 */
async function channelsLike(redis: RedisClient, pattern: string): Promise<string[]> {
  const asked = serversOf(redis).map((server) => server.call("PUBSUB", "SHARDCHANNELS", pattern));
  const answers = await Promise.allSettled(asked);
  if (!answers.some(({ status }) => status === "fulfilled")) await Promise.all(asked);
  return answers.flatMap((one) => (one.status === "fulfilled" ? (one.value as string[]) : []));
}
